// @vitest-environment node
// Every word the server can answer with has a sentence here: read from the server's own list and from its source. Some codes
// are shown with the server's message, which has to be a sentence too.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentenceForCode } from './errors'

const ROOT = resolve(import.meta.dirname, '../../..')

function sources(folder: string): { path: string; text: string }[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.rs') && !/(^|\/)tests?(\/|\.rs$)/.test(name))
    .map((name) => {
      const text = readFileSync(join(ROOT, folder, name), 'utf8')
      return { path: join(folder, name), text: text.split('#[cfg(test)]')[0] ?? '' }
    })
}

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, word]) => word ?? '')

/** The list on the API's documentation page. */
function listed(): string[] {
  const text = readFileSync(join(ROOT, 'server/src/routes/error_codes.rs'), 'utf8')
  return matches(text, /\(\s*"([A-Z][A-Z0-9_]+)",/g)
}

/** The code of each refusal made in the source. */
function made(): string[] {
  return sources('server/src').flatMap(({ text }) =>
    matches(
      text,
      /(?:ApiError|Self)::(?:new|rule|conflict|bad_request)\s*\(\s*(?:(?:axum::http::)?StatusCode::\w+\s*,\s*)?"([A-Z][A-Z0-9_]+)"/g,
    ),
  )
}

/** The server's messages that people read (`SAID_BY_SERVER`), as far as they are in the source beside their code. */
function messages(): string[] {
  const text = String.raw`"((?:[^"\\]|\\.)+)"`
  const code = '"(?:FIELD_INVALID|FIELD_REQUIRED|TEXT_TOO_LONG|DATE_OUT_OF_RANGE)"'
  const call = String.raw`(?:(?:ApiError|Self)::\w+\(\s*${code}|ApiError::(?:invalid|required)\([^,;]+),\s*`
  const patterns = [
    String.raw`${call}(?:format!\()?${text}`,
    String.raw`let message = (?:format!\()?${text}\)?;\s*(?:return\s+)?(?:Err\(\s*)?${call}message\)`,
  ]
  return sources('server/src').flatMap((source) =>
    patterns.flatMap((pattern) => matches(source.text, new RegExp(pattern, 'g'))),
  )
}

/** The codes of the rules: `Self::Variant => "WORD"`. */
function found(): string[] {
  return sources('crates/domain/src').flatMap(({ text }) =>
    matches(text, /=>\s*"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"/g),
  )
}

/** The auth client's codes and our own. */
const SIGN_IN = [
  'Signin',
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'EmailCreateAccount',
  'Callback',
  'OAuthAccountNotLinked',
  'EmailSignin',
  'CredentialsSignin',
  'SessionRequired',
  'AccessDenied',
  'TooManyRequests',
  'SecondFactorRequired',
  'SecondFactorWrong',
  'Default',
]

/** Never sent: the built-in seasons are always in the table. */
const NEVER_SENT = 'SEASON_TABLE_EMPTY'

const without = (words: readonly string[]) =>
  [...new Set(words)].filter((word) => word !== NEVER_SENT && sentenceForCode(word) === undefined).sort()

describe('a sentence', () => {
  it('stands for every word on the list of the API', () => {
    const words = listed()
    expect(words.length).toBeGreaterThan(60)
    expect(without(words)).toEqual([])
  })

  it('stands for every refusal that the server makes', () => {
    const words = made()
    expect(words).toContain('TOKEN_INVALID')
    expect(words).toContain('FIELD_INVALID')
    expect(without(words)).toEqual([])
  })

  it('stands for every finding of the rules', () => {
    const words = found()
    expect(words).toContain('AGE_OUT_OF_RANGE')
    expect(without(words)).toEqual([])
  })

  it('stands for every code of the sign-in page', () => {
    expect(without(SIGN_IN)).toEqual([])
  })

  it('is what the server says with a code that many fields share', () => {
    const said = messages()
    expect(said).toContain('Keep the reason to 500 characters.')
    expect(said).toContain('Keep the {what} to {LIMIT} characters, on one line.')
    expect(said).toContain('Pick a day.')
    expect(said).toContain('A page has 1 to 100 bookings.')
    expect(said).toContain('Keep the name to {NAME_LIMIT} characters, on one line.')
    expect(said.filter((message) => !/^[A-Z].*\s.*[.!?]$/.test(message))).toEqual([])
  })

  it('is missing for a word nobody knows', () => {
    expect(without(['BRAND_NEW'])).toEqual(['BRAND_NEW'])
  })
})
