import { describe, expect, it } from 'vitest'
import { addDays } from '../../academy/civil-date'
import { londonToday } from '../../academy/london'
import type { BothValues, CorrectionRequest } from './api'
import { correctionOf, differing, insteadOf } from './requests'

const value = (test: string, desk: BothValues['desk'], stored: number[], revision = 1): BothValues => ({
  TestType: test,
  unit: 's',
  desk,
  stored: {
    TestType: test,
    score: 50,
    status: stored.length > 0 ? 'closed' : 'open',
    revision,
    Attempts: stored.map((score) => ({ score })),
  },
})
const closed = (...raws: number[]): BothValues['desk'] => ({
  status: 'closed',
  score: 60,
  Attempts: raws.map((score) => ({ score })),
})
const request = (...tests: BothValues[]) => ({ tests }) as CorrectionRequest

describe('what a desk handed over', () => {
  it('differs where the attempts do, and not where the desk recorded nothing', () => {
    const tests = [
      value('Speed', closed(3.3), [3.45]),
      value('Power', closed(45), [45]),
      value('Agility', null, [5]),
    ]
    expect(differing(request(...tests)).map(({ TestType }) => TestType)).toEqual(['Speed'])
  })

  it('is corrected with the revision that is stored, and only where something was measured', () => {
    const dnt: BothValues['desk'] = { status: 'dnt', score: null, Attempts: [] }
    expect(
      correctionOf(request(value('Speed', closed(3.3, 3.4), [3.45], 4), value('Power', dnt, [45]))),
    ).toEqual([{ TestType: 'Speed', Attempts: [{ score: 3.3 }, { score: 3.4 }], replaces: 4 }])
  })

  it('says what to do where nothing can be corrected', () => {
    const of = (eventTestStatus: CorrectionRequest['eventTestStatus']) =>
      insteadOf({ ...request(), eventTestStatus })
    expect(of('completed')).toBeNull()
    expect(of('cancelled')).toMatch(/was cancelled.*import/)
    expect(of('declined')).toMatch(/was declined.*import/)
    expect(of('booked')).toMatch(/not finished/)
  })

  // RULES 4.17
  it('says that nothing can be done for a visit whose score was removed', () => {
    const visit = request(value('Speed', closed(3.3), [3.45]))
    const removed = {
      ...visit,
      eventTestStatus: 'dnt' as const,
      bookingDate: londonToday(),
      scoreRemoved: true,
    }
    expect(insteadOf(removed)).toBe('The score of this visit was removed, so there is nothing to correct.')
  })

  // RULES 4.5
  it.each([
    ['with results, within a week', 7, [3.45], /under Bookings.*finish it/],
    ['with results, later', 8, [3.45], /stays so/],
    ['without results', 8, [], /import/],
  ])('says what to do with a visit that ended without a score: %s', (_, ago, stored, words) => {
    const visit = request(value('Speed', closed(3.3), stored), value('Power', closed(45), []))
    const bookingDate = addDays(londonToday(), -ago)
    expect(insteadOf({ ...visit, eventTestStatus: 'dnt', bookingDate })).toMatch(words)
  })
})
