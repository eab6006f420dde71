import { describe, expect, it } from 'vitest'
import { lengthWord } from './PasswordMeter'

describe('lengthWord', () => {
  it.each([
    [0, 'At least 12 characters'],
    [1, '11 to go'],
    [11, '1 to go'],
    [12, 'Good length'],
    [20, 'Great length'],
    [128, 'Great length'],
    [130, '2 too many'],
  ])('%i characters: %s', (length, word) => {
    expect(lengthWord(length).word).toBe(word)
  })
})
