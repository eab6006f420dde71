import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ChangeResult } from './ChangeResult'
import type { ScheduleChange } from './use-change'
import type { Edit } from '../edit'
import type { Decision } from '../api'

const closed: Edit = { act: 'set-days', kind: 'closed-date', dates: ['2026-11-29'] }
const open: Edit = { ...closed, act: 'clear-days' }

function shown(decisions: readonly Decision[]) {
  const start = vi.fn<(edit: Edit) => void>()
  const change = {
    under: null,
    busy: false,
    deciding: null,
    failed: null,
    done: { step: 'done', edit: closed, decisions, back: open },
    start,
    decide: vi.fn<ScheduleChange['decide']>(),
    again: vi.fn<ScheduleChange['again']>(),
    dismiss: vi.fn<ScheduleChange['dismiss']>(),
  } satisfies ScheduleChange
  render(<ChangeResult change={change} />)
  return start
}

test('a day that was closed over bookings can be opened again, and it is said what stays', () => {
  const start = shown([
    { eventBookingId: 'a', act: 'move', date: '2026-12-01', time: '10:00' },
    { eventBookingId: 'b', act: 'cancel' },
  ])
  screen.getByText(/1 moved, 1 cancelled/)
  screen.getByText(/Those bookings stay as they are now/)
  screen.getByText(/Waiting lists that ended stay ended/)
  screen.getByRole('button', { name: 'Undo' }).click()
  expect(start).toHaveBeenCalledWith(open)
})

test('nothing is said of bookings where none was hit', () => {
  shown([])
  screen.getByRole('button', { name: 'Undo' })
  expect(screen.queryByText(/stay as they are/)).toBeNull()
  expect(screen.queryByText(/stay ended/)).toBeNull()
})

test('where every booking was kept, it is said of the waiting lists alone what stays', () => {
  shown([{ eventBookingId: 'a', act: 'keep' }])
  screen.getByText(/Undo puts the schedule back. Waiting lists that ended stay ended./)
  expect(screen.queryByText(/stay as they are/)).toBeNull()
})
