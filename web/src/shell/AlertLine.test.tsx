import { act, render, screen } from '../test/kit'
import { expect, it, vi } from 'vitest'
import { useAlert, type Alert } from '../state/alert-store'
import { AlertLine } from './AlertLine'

const link = { href: '/en-gb/my-account-my-profile', label: 'Add a passkey' }

it.each<[string, number | null, Partial<Alert>]>([
  ['a word', 8, {}],
  ['one with a link, which has to be reached', 60, { action: link }],
  ['a problem', null, { tone: 'problem' }],
  ['what must not be missed', null, { stays: true }],
])('%s goes after %s s', (_, seconds, alert) => {
  vi.useFakeTimers()
  render(<AlertLine />)
  act(() => useAlert.getState().show({ tone: 'info', message: 'Something to read.', ...alert }))
  act(() => void vi.advanceTimersByTime(seconds === null ? 3_600_000 : seconds * 1000 - 1))
  expect(screen.queryByText('Something to read.')).not.toBeNull()
  if (seconds === null) return
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.queryByText('Something to read.')).toBeNull()
})
