import { describe, expect, it } from 'vitest'
import parq from '../../../../content/items/parq.json'
import { PARQ_FALLBACK, readConsent, readParq } from './parq'

describe('readParq', () => {
  it('reads the seven questions of the seed item', () => {
    const content = readParq(parq)
    expect(content.questions).toHaveLength(7)
    expect(content.questions[0]?.question).toMatch(/heart/)
    expect(content.questions[0]?.help).toBeTruthy()
  })
  it('falls back whole when the item has not exactly seven, so that answers always mean the same', () => {
    expect(readParq(undefined)).toEqual(PARQ_FALLBACK)
    expect(
      readParq({ elements: { questions: { values: [{ question: { value: 'One?' } }] } } }).questions,
    ).toEqual(PARQ_FALLBACK.questions)
  })
  it('has labels for both consents even without the item', () => {
    expect(readConsent(null).healthLabel).toMatch(/health/)
  })
})
