import { describe, expect, it } from 'vitest'
import { readAnswer } from './use-token-in-hash'

const TOKEN = 'a1B2c3D4e5F6g7H8i9J0'

describe('the link of a coach’s booking', () => {
  it('is an answer and a token', () => {
    expect(readAnswer(`#accept=${TOKEN}`)).toEqual({ answer: 'accept', token: TOKEN })
    expect(readAnswer(`#decline=${TOKEN}`)).toEqual({ answer: 'decline', token: TOKEN })
  })

  it('is nothing else', () => {
    for (const hash of [
      '',
      '#',
      `#${TOKEN}`,
      `#perhaps=${TOKEN}`,
      '#accept=',
      '#accept=short',
      `#accept=${TOKEN}<b>`,
    ])
      expect(readAnswer(hash)).toBeNull()
  })
})
