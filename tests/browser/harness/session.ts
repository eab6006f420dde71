// Signing a visitor in by the auth protocol, for journeys that are not about signing in.
import type { Athlete } from './api.ts'
import type { Visitor } from './browser.ts'

export async function signIn(
  visitor: Visitor,
  url: string,
  athlete: Pick<Athlete, 'emailAddress' | 'password'>,
): Promise<void> {
  const csrf = await visitor.context.request.get(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const answer = await visitor.context.request.post(`${url}/api/auth/callback/credentials`, {
    form: {
      csrfToken,
      callbackUrl: url,
      json: 'true',
      emailAddress: athlete.emailAddress,
      password: athlete.password,
    },
  })
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`)
}
