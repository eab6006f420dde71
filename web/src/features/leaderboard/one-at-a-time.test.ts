// RULES 8.9
import { describe, expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time'

describe('leaderboard requests', () => {
  it('run one after the other, whatever becomes of them', async () => {
    let running = 0
    let most = 0
    const work = (fails: boolean) => async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
      if (fails) throw new Error('no')
      return 'done'
    }
    const ends = await Promise.allSettled([true, false, true, false].map((fails) => oneAtATime(work(fails))))
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled'])
    expect(most).toBe(1)
  })

  it('are not sent when nobody waits for them any more', async () => {
    let sent = 0
    const slow = oneAtATime(() => new Promise((resolve) => setTimeout(resolve, 2)))
    const control = new AbortController()
    const left = oneAtATime(async () => (sent += 1), control.signal)
    control.abort()
    await expect(left).rejects.toThrow()
    await slow
    expect(sent).toBe(0)
  })
})
