import { act, render, screen } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { learnServerNow } from '../../api/clock'
import { ScreenStatus } from './ScreenStatus'
import type { Reveal } from './use-reveal'

// The device is two hours behind.
const DEVICE_NOW = Date.parse('2026-11-21T08:00:00Z')

function status(query: object, online = true) {
  vi.useFakeTimers({ now: DEVICE_NOW })
  learnServerNow('2026-11-21T10:00:00Z')
  const good = { isError: false, failureCount: 0, dataUpdatedAt: DEVICE_NOW }
  render(<ScreenStatus reveal={{ query: { ...good, ...query }, online } as unknown as Reveal} />)
  return () => screen.getByRole('status').textContent
}

it.each([
  [true, 'This is how it stood at 09:59:30;'],
  [false, 'Last seen 09:59:30.'],
])('says by the server’s clock when the desk was up to date (online: %s)', (online, words) => {
  const said = status({ isError: true, failureCount: 1, dataUpdatedAt: DEVICE_NOW - 30_000 }, online)
  expect(said()).toContain(words)
})

it('does not call itself up to date while answers are overdue, though no request has failed', () => {
  const said = status({})
  act(() => vi.advanceTimersByTime(5_000))
  expect(said()).toBe('Up to date with the screens')
  act(() => vi.advanceTimersByTime(2_000))
  expect(said()).toContain('The server does not answer. This is how it stood at 10:00:00;')
})
