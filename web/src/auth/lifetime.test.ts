import { describe, expect, it } from 'vitest'
import { SESSION_MS, sessionRemaining } from './lifetime'

const MINUTE = 60_000

describe('the life of a session', () => {
  it('lasts 58 minutes', () => {
    expect(SESSION_MS).toBe(58 * MINUTE)
    expect(sessionRemaining(0, 58 * MINUTE - 1).is).toBe('ending')
    expect(sessionRemaining(0, 58 * MINUTE).is).toBe('over')
  })

  // RULES 10.2
  it('warns five minutes before', () => {
    expect(sessionRemaining(0, 53 * MINUTE - 1)).toEqual({ is: 'fresh', changesIn: 1 })
    expect(sessionRemaining(0, 53 * MINUTE)).toEqual({ is: 'ending', changesIn: 5 * MINUTE })
  })
})
