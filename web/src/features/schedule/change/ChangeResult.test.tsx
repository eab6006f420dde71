import { render, screen } from '../../../test/kit'
import { expect, test, vi } from 'vitest'
import { ChangeResult } from './ChangeResult'
import { ApiFailure } from '../../../api/client/failure'
import type { ScheduleChange } from './use-change'
import type { Edit, PlanEdit } from '../edit'
import type { Decision } from '../api'

const closed: Edit = { act: 'set-days', kind: 'closed-date', dates: ['2026-11-29'] }
const open: Edit = { ...closed, act: 'clear-days' }

function resultOf(outcome: Partial<Pick<ScheduleChange, 'done' | 'failed'>>) {
  const start = vi.fn<(edit: Edit) => void>()
  const again = vi.fn<ScheduleChange['again']>()
  const onRevise = vi.fn<(edit: PlanEdit) => void>()
  const change = {
    under: null,
    busy: false,
    deciding: null,
    failed: null,
    done: null,
    start,
    decide: vi.fn<ScheduleChange['decide']>(),
    again,
    dismiss: vi.fn<ScheduleChange['dismiss']>(),
    ...outcome,
  } satisfies ScheduleChange
  render(<ChangeResult change={change} onRevise={onRevise} />)
  return { start, again, onRevise }
}

const shown = (decisions: readonly Decision[]) =>
  resultOf({ done: { step: 'done', edit: closed, decisions, back: open } }).start

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

const plan = { kind: 'mopup-session', date: '2026-11-24', start: 900, end: 1020 } as const
const added: PlanEdit = { act: 'add', plan }
const changed: PlanEdit = {
  act: 'change',
  session: { id: 's1', kind: 'mopup-session', date: '2026-11-25', start: '15:00', end: '17:00', rev: 1 },
  plan,
}

const refusal = (code: string, details: Record<string, unknown> = {}) =>
  new ApiFailure(code, '', 422, 'elements.sessionStart', null, null, details)

test.each([added, changed])('a session that meets another names it, and can be changed ($act)', (edit) => {
  const other = { id: 's2', date: '2026-11-24', start: '14:00', end: '16:30' }
  const { onRevise } = resultOf({ failed: { edit, error: refusal('SESSION_OVERLAP', { with: other }) } })
  expect(screen.getByRole('alert').textContent).toContain('Tue 24 Nov 2026, 14:00 to 16:30')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  screen.getByRole('button', { name: 'Change it' }).click()
  expect(onRevise).toHaveBeenCalledWith(edit)
})

test.each(['SESSION_REVERSED', 'SESSION_OFF_GRID', 'DATE_PAST'])(
  'a session that cannot be as it was planned can be changed (%s)',
  (code) => {
    const { onRevise } = resultOf({ failed: { edit: added, error: refusal(code) } })
    screen.getByRole('button', { name: 'Change it' }).click()
    expect(onRevise).toHaveBeenCalledWith(added)
  },
)

test('what did not get through is sent again as it was', () => {
  const { again } = resultOf({ failed: { edit: added, error: new ApiFailure('ERR_NETWORK', '', 0) } })
  expect(screen.queryByRole('button', { name: 'Change it' })).toBeNull()
  screen.getByRole('button', { name: 'Try again' }).click()
  expect(again).toHaveBeenCalledOnce()
})

test('past days cannot be planned again', () => {
  resultOf({ failed: { edit: closed, error: refusal('DATE_PAST') } })
  expect(screen.queryByRole('button', { name: 'Change it' })).toBeNull()
})
