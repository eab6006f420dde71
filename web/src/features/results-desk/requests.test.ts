import { describe, expect, it } from 'vitest'
import type { BothValues, CorrectionRequest } from './api'
import { correctionOf, differing, INSTEAD } from './requests'

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
    expect(INSTEAD.completed).toBeNull()
    expect(INSTEAD.cancelled).toMatch(/was cancelled.*import/)
    expect(INSTEAD.declined).toMatch(/was declined.*import/)
    expect(INSTEAD.booked).toMatch(/not finished/)
  })
})
