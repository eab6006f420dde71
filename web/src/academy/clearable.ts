/** The fields of a profile that can be emptied again; for the others an empty value keeps the stored one (RULES 9.6). */
export const CLEARABLE: ReadonlySet<string> = new Set(['phoneNumber', 'postcode', 'instagram', 'tiktok'])
