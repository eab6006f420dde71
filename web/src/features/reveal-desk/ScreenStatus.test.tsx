import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { learnServerNow } from '../../api/clock'
import { ScreenStatus } from './ScreenStatus'
import type { Reveal } from './use-reveal'

it.each([
  [true, 'This is how it stood at 09:59:30;'],
  [false, 'Last seen 09:59:30.'],
])('says by the server’s clock when the desk was up to date (online: %s)', (online, words) => {
  // The device is two hours behind.
  vi.useFakeTimers({ now: Date.parse('2026-11-21T08:00:00Z'), toFake: ['Date'] })
  learnServerNow('2026-11-21T10:00:00Z')
  const query = { isError: true, failureCount: 1, dataUpdatedAt: Date.now() - 30_000 }
  render(<ScreenStatus reveal={{ query, online } as unknown as Reveal} />)
  expect(screen.getByRole('status').textContent).toContain(words)
})
