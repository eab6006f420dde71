import { expect, it } from 'vitest'
import { ApiFailure } from '../api/client/failure'
import { agoWords, letterWords, refusalWords } from './words'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

it.each([
  [-1, 'just now'],
  [MINUTE - 1, 'just now'],
  [MINUTE, '1 minute ago'],
  [5.9 * MINUTE, '5 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [47 * 60 * MINUTE, '47 hours ago'],
  [2 * DAY, '2 days ago'],
])('says how long ago something was: %s ms', (ms, words) => {
  expect(agoWords(ms)).toBe(words)
})

it('says when the letter was sent and to whom, or that its link is of no use', () => {
  expect(letterWords('p@example.com', 1_000, 1_000 + 5 * MINUTE)).toContain(
    'Sent 5 minutes ago to p@example.com.',
  )
  for (const askedAt of [null, 1_000])
    expect(letterWords('p@example.com', askedAt, 1_000 + 14 * DAY)).toBe(
      'The link that we sent to p@example.com has expired.',
    )
  expect(letterWords(null, null, 0)).toBe('We have no address of theirs yet.')
})

it('says how long to wait', () => {
  const refused = (seconds: number) =>
    refusalWords(new ApiFailure('TOO_MANY_REQUESTS', '', 429, null, null, seconds))
  expect(refused(301)).toBe('We have just sent it there. You can send it again in 6 minutes.')
  expect(refused(7_200)).toContain('try again in 2 hours')
  expect(refusalWords(new ApiFailure('GUARDIAN_EMAIL_OWN', '', 422))).toContain('not your own')
})
