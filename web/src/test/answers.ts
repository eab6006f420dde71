// Answers of the server in its envelope (RULES 13.6).
export const answered = (data: unknown) => Response.json({ succeeded: true, data, error: null })

export const refused = (
  status: number,
  errorCode: string,
  more: { errorMessage?: string; field?: string; checkedIn?: boolean } = {},
) =>
  Response.json({ succeeded: false, data: null, error: { errorCode, errorMessage: '', ...more } }, { status })
