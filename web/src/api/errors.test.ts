import { describe, expect, it } from 'vitest'
import { errorSentence, waitWords } from './error-sentence'
import { ApiFailure } from './client/failure'
import { sentenceForCode } from './errors'

describe('a sentence for each error', () => {
  it('comes from the code', () => {
    expect(errorSentence(new ApiFailure('SLOT_FULL', 'slot is full', 409))).toMatch(/took the last place/)
  })

  it("falls back on the server's sentence, then on the status", () => {
    expect(errorSentence(new ApiFailure('BRAND_NEW', 'A new rule says no.', 422))).toBe('A new rule says no.')
    expect(errorSentence(new ApiFailure('BRAND_NEW', 'nope', 422))).toMatch(/as it stands/)
    expect(errorSentence(new ApiFailure('BRAND_NEW', 'Stack trace at line 3.', 500))).toMatch(
      /broke on our side/,
    )
  })

  // RULES 13.6
  it.each(['FIELD_INVALID', 'FIELD_REQUIRED', 'TEXT_TOO_LONG', 'DATE_OUT_OF_RANGE', 'ATTEMPT_OUT_OF_RANGE'])(
    'is the server’s for %s, and ours where it has none',
    (code) => {
      const failure = (message: string) => new ApiFailure(code, message, 400, 'reason')
      expect(errorSentence(failure('Keep it to 80 characters.'))).toBe('Keep it to 80 characters.')
      const own = sentenceForCode(code)
      expect(errorSentence(code)).toBe(own)
      expect(errorSentence(failure(''))).toBe(own)
      expect(errorSentence(failure('top does not read: invalid digit found in string'))).toBe(own)
    },
  )

  it("keeps the specification's own 422", () => {
    expect(errorSentence({ errorCode: '422', errorMessage: 'User already onboarded' })).toBe(
      'User already onboarded.',
    )
  })

  it('says of an ended booking what is true of an arrival as of a result', () => {
    expect(sentenceForCode('BOOKING_CLOSED')).not.toMatch(/result/)
  })

  it('tells how long to wait, never too short', () => {
    const late = new ApiFailure('TOO_MANY_REQUESTS', '', 429, null, null, 841)
    expect(errorSentence(late)).toContain('for 15 minutes')
    expect([5, 60, 61, 3600, 3601, 7200].map(waitWords)).toEqual([
      'a minute',
      'a minute',
      '2 minutes',
      'an hour',
      '2 hours',
      '2 hours',
    ])
  })

  it('knows a code alone, and what it does not know', () => {
    expect(errorSentence('CredentialsSignin')).toMatch(/do not match/)
    expect(errorSentence(undefined)).toMatch(/Something went wrong/)
  })
})
