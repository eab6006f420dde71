import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSource } from '../../test/event-source'
import { LiveStore } from './live'
import { GRACE_MS, HIDDEN_MS } from './stream-store'

let visible: DocumentVisibilityState
let live: LiveStore
let left: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  FakeSource.install()
  visible = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible)
  live = new LiveStore()
  left = []
})
afterEach(() => {
  left.forEach((leave) => leave())
  vi.runOnlyPendingTimers()
})

const watch = (how: 'shown' | 'always' = 'shown') => {
  const changed = vi.fn()
  const leave = live.watch(changed, how)
  left.push(leave)
  return { changed, leave }
}

function turn(to: DocumentVisibilityState): void {
  visible = to
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('what is live', () => {
  it('is one connection for whoever watches, and keeps the newest of each kind', () => {
    const one = watch()
    const other = watch('always')
    expect(FakeSource.made).toHaveLength(1)
    FakeSource.last().opens()
    FakeSource.last().says('leaderboard', '{"version":1}')
    FakeSource.last().says('leaderboard', '{"version":2}')
    FakeSource.last().says('config', '{"version":9}')
    expect(live.read()).toMatchObject({
      status: 'live',
      leaderboard: { version: 2 },
      reveal: null,
      config: { version: 9 },
    })
    expect(one.changed).toHaveBeenCalledTimes(4)
    expect(other.changed).toHaveBeenCalledTimes(4)
  })

  it('says that it is stale after a moment, with what it knows, and catches up by itself', () => {
    watch()
    FakeSource.last().opens()
    FakeSource.last().says('leaderboard', '{"version":1}')
    FakeSource.last().breaks()
    vi.advanceTimersByTime(GRACE_MS - 1)
    expect(live.read().status).toBe('live')
    vi.advanceTimersByTime(1)
    expect(live.read()).toMatchObject({ status: 'stale', leaderboard: { version: 1 } })
    FakeSource.last().opens()
    expect(live.read().status).toBe('live')
  })

  it('makes no word of a short break', () => {
    const { changed } = watch()
    FakeSource.last().opens()
    FakeSource.last().breaks()
    FakeSource.last().opens()
    vi.advanceTimersByTime(2 * GRACE_MS)
    expect(live.read().status).toBe('live')
    expect(changed).toHaveBeenCalledOnce()
  })

  it('is stale at once without a network, and tries at once with it', () => {
    watch()
    FakeSource.last().opens()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    expect(live.read().status).toBe('stale')
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    expect(FakeSource.made).toHaveLength(2)
  })

  it('rests with a tab that nobody sees, and goes on with it', () => {
    watch()
    FakeSource.last().opens()
    turn('hidden')
    vi.advanceTimersByTime(HIDDEN_MS - 1)
    expect(FakeSource.last().readyState).toBe(FakeSource.OPEN)
    vi.advanceTimersByTime(1)
    expect(FakeSource.last().readyState).toBe(FakeSource.CLOSED)
    expect(live.read().status).toBe('connecting')
    turn('visible')
    expect(FakeSource.made).toHaveLength(2)
  })

  it('does not begin in a tab that was never seen', () => {
    turn('hidden')
    watch()
    expect(FakeSource.made).toHaveLength(0)
    turn('visible')
    expect(FakeSource.made).toHaveLength(1)
  })

  it('goes on for a screen that nobody touches', () => {
    turn('hidden')
    watch('always')
    FakeSource.last().opens()
    for (let heard = 0; heard < HIDDEN_MS; heard += 10_000) {
      vi.advanceTimersByTime(10_000)
      FakeSource.last().says('config', '{"version":1}')
    }
    expect(FakeSource.last().readyState).toBe(FakeSource.OPEN)
  })

  it('goes from one page to the next and ends after the last', () => {
    const first = watch()
    FakeSource.last().opens()
    first.leave()
    const second = watch()
    expect(FakeSource.made).toHaveLength(1)
    second.leave()
    vi.advanceTimersByTime(10_000)
    expect(FakeSource.last().readyState).toBe(FakeSource.CLOSED)
  })
})
