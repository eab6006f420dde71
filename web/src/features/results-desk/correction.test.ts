import { describe, expect, it } from 'vitest'
import { measured } from '../../academy/measure'
import { changedTests, corrections, testOfField, typedOf, unreadField } from './correction'
import type { StoredTest } from './api'

const speed: StoredTest = {
  TestType: 'Speed',
  score: 60,
  best: 3.3,
  previous: null,
  percentile: null,
  betterThan: null,
  attempts: [{ score: 3.3, points: 60 }],
  unit: 's',
  allowed: 2,
  revision: 2,
}
const power: StoredTest = { ...speed, TestType: 'Power', unit: 'cm', allowed: 1, revision: 1 }

describe('a correction', () => {
  it('begins with what is stored and room for what the visit allowed', () => {
    const typed = typedOf([speed, power])
    expect(typed).toEqual({
      Speed: { attempts: ['3.3', ''], replaces: 2 },
      Power: { attempts: ['3.3'], replaces: 1 },
    })
    expect(changedTests([speed, power], typed)).toEqual([])
    expect(corrections([speed, power], typed)).toEqual([])
  })

  it('sends the tests that changed, whole', () => {
    const typed = typedOf([speed, power])
    typed.Speed = { attempts: ['3,45', '3.30'], replaces: 2 }
    typed.Power = { attempts: ['3.30', ' '], replaces: 1 }
    expect(corrections([speed, power], typed)).toEqual([
      { TestType: 'Speed', Attempts: [{ score: 3.45 }, { score: 3.3 }], replaces: 2 },
    ])
  })

  it('is not sent with a text that is no number', () => {
    for (const text of ['fast', '-3', '3..1', '=1', 'NaN', '1e3']) {
      expect(measured([text])).toEqual([null])
      expect(corrections([speed], { Speed: { attempts: [text], replaces: 2 } })).toBeNull()
    }
  })

  it('leads to the first text that is no number', () => {
    const typed = typedOf([speed, power])
    expect(unreadField([speed, power], typed)).toBeNull()
    typed.Power = { attempts: ['45', '4o'], replaces: 1 }
    expect(unreadField([speed, power], typed)).toEqual(['Power', 1])
  })

  it('may leave a test without attempts: the server says what it thinks of that', () => {
    expect(corrections([speed], { Speed: { attempts: ['', ''], replaces: 2 } })).toEqual([
      { TestType: 'Speed', Attempts: [], replaces: 2 },
    ])
  })

  it('finds the test that a refused field means', () => {
    const sent = corrections([speed, power], {
      Speed: { attempts: ['31'], replaces: 2 },
      Power: { attempts: ['1'], replaces: 1 },
    })
    expect(testOfField('results[1].Attempts[0].score', sent ?? [])).toBe('Power')
    expect(testOfField('results[7].Attempts', sent ?? [])).toBeNull()
    expect(testOfField('reason', sent ?? [])).toBeNull()
    expect(testOfField(null, [])).toBeNull()
  })
})
