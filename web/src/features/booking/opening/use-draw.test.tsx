import { act, around, renderHook, type Sent, serve } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { useDraw } from './use-draw'

const OPENING = { from: '2026-12-01', to: '2026-12-31', opensAt: '2026-11-01T20:00:00.000Z' }
const OPENS = Date.parse(OPENING.opensAt)

let asked: Sent[]

beforeEach(() => {
  vi.useFakeTimers({ now: OPENS - 1_000 })
  asked = serve({
    '*': () => ({
      state: Date.now() < OPENS ? 'draw' : 'open',
      pollSeconds: 60,
      now: new Date().toISOString(),
    }),
  })
})

it.each([0, 0.999])('asks for nothing before the draw is complete (%s)', async (random) => {
  vi.spyOn(Math, 'random').mockReturnValue(random)
  const { result, rerender } = renderHook(({ now }) => useDraw(OPENING, now), {
    initialProps: { now: OPENS - 1_000 },
    wrapper: around(),
  })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(result.current).toBe(true)
  const before = asked.length
  rerender({ now: OPENS })
  await act(() => vi.advanceTimersByTimeAsync(2_999))
  expect(asked).toHaveLength(before)
  await act(() => vi.advanceTimersByTimeAsync(2_001))
  expect(asked.length).toBeGreaterThan(before)
})
