import { describe, expect, it } from 'vitest'
import { ApiFailure } from '../../api/client/failure'
import { codeIn, isAway, sorry, welcome } from './door'

describe('the screen at the door', () => {
  it('greets by the name that it was told, and without one', () => {
    const answer = { firstName: 'Zoë', testTime: '14:15', state: 'late' } as const
    expect(welcome(answer).headline).toBe('There you are, Zoë.')
    expect(welcome({ ...answer, firstName: '' }).headline).toBe('There you are.')
    expect(welcome(answer).text).toContain('14:15')
  })

  it('names the day of a booking that is not today', () => {
    const failure = new ApiFailure('CODE_OTHER_DAY', '', 422, 'code', '2026-11-28')
    expect(sorry(failure).text).toBe('Your test is on Saturday 28 November. See you then.')
  })

  it.each([
    ['cancelled', 'That booking was cancelled. Ask at the desk if that’s a surprise.'],
    ['declined', 'That booking was declined. Ask at the desk if that’s a surprise.'],
    ['completed', 'That test is over. Ask at the desk if that’s a surprise.'],
  ])('says how a booking has ended: %s', (status, words) => {
    expect(sorry(new ApiFailure('CODE_USED', '', 409, 'code', null, null, { status })).text).toBe(words)
  })

  it('counts an answer that did not come in time as no network', () => {
    expect(isAway(new ApiFailure('ECONNABORTED', '', 0))).toBe(true)
    expect(isAway(new ApiFailure('CODE_UNKNOWN', '', 422))).toBe(false)
  })

  it('takes six characters, however they are typed', () => {
    expect(codeIn(' 7k3-qxm ')).toBe('7K3QXM')
    expect(codeIn('7k3qx')).toBeNull()
    expect(codeIn('https://example.org/')).toBeNull()
  })
})
