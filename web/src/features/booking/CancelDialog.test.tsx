import { press, refused, renderQueried, screen, serve, userEvent, waitFor } from '../../test/kit'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useAlert } from '../../state/alert-store'
import { booked } from '../../test/booked'
import { CancelDialog } from './CancelDialog'
import type { BookingEntry } from './entry'

const ENTRY = booked({ eventId: 'academy' })

beforeEach(() => useAlert.getState().dismiss())

const refuseWith = (more: { errorMessage: string; checkedIn?: boolean }) =>
  serve({ 'DELETE user/event/cancel': refused(409, 'STATUS_CONFLICT', more) })

async function cancelRefusedWith(more: Parameters<typeof refuseWith>[0]) {
  refuseWith(more)
  const close = vi.fn()
  renderQueried(<CancelDialog open entry={ENTRY} uaid="1" onClose={close} onCancelled={vi.fn()} />)
  await press('Yes, cancel it')
  return close
}

it('sends somebody who is checked in to the desk', async () => {
  const errorMessage = 'You are checked in for this test. Talk to the team at the desk.'
  const close = await cancelRefusedWith({ errorMessage, checkedIn: true })
  expect((await screen.findByRole('alert')).textContent).toBe(errorMessage)
  expect(close).not.toHaveBeenCalled()
  expect(useAlert.getState().alert).toBeNull()
})

it('shows a booking that was changed elsewhere as it is', async () => {
  const close = await cancelRefusedWith({ errorMessage: 'It is not open.' })
  await vi.waitFor(() => expect(close).toHaveBeenCalled())
  expect(useAlert.getState().alert?.message).toContain('has changed since')
})

const WHEN = 'Tue 24 Nov 2026, 10:00'
const NO_TIME = { eventTestDate: null, eventTestTime: null }

// RULES 4.11
it.each<[string, Partial<BookingEntry>, [title: string, effect: string, keep: string, done: string]]>([
  [
    'a booking',
    {},
    [
      'Cancel your test?',
      `${WHEN} goes to somebody else and your code stops working.`,
      'Keep my place',
      `Cancelled: ${WHEN}. Your place is free for somebody else.`,
    ],
  ],
  [
    'a request with a time',
    { eventTestStatus: 'assistance' },
    [
      'Cancel your request?',
      `${WHEN} goes to somebody else, and our team will not call you.`,
      'Keep my place',
      `Cancelled: ${WHEN}. Your place is free for somebody else.`,
    ],
  ],
  [
    'a request without one, which holds no place',
    { eventTestStatus: 'assistance', ...NO_TIME },
    [
      'Cancel your request?',
      'We stop looking for a time for you.',
      'Keep my request',
      'Your request is cancelled.',
    ],
  ],
])('says what is given up with %s', async (_, entry, [title, effect, keep, done]) => {
  serve({ 'DELETE user/event/cancel': {} })
  renderQueried(
    <CancelDialog open entry={{ ...ENTRY, ...entry }} uaid="1" onClose={vi.fn()} onCancelled={vi.fn()} />,
  )
  const dialog = screen.getByRole('alertdialog', { name: title })
  expect(dialog.textContent).toContain(effect)
  expect(screen.getByRole('button', { name: keep })).toBeTruthy()
  await press('Yes, cancel it')
  await waitFor(() => expect(useAlert.getState().alert?.message).toBe(done))
})

function Page() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Cancel booking
      </button>
      <CancelDialog open={open} entry={ENTRY} uaid="1" onClose={() => setOpen(false)} onCancelled={vi.fn()} />
    </>
  )
}

it.each<[string, Parameters<typeof refuseWith>[0]]>([
  ['it was closed', { errorMessage: 'Talk to the team at the desk.', checkedIn: true }],
  ['the booking was changed elsewhere', { errorMessage: 'It is not open.' }],
])('shows no old failure when it is opened again after %s', async (_, more) => {
  refuseWith(more)
  renderQueried(<Page />)
  const opener = screen.getByRole('button', { name: 'Cancel booking' })
  await userEvent.click(opener)
  await press('Yes, cancel it')
  if (more.checkedIn) {
    await screen.findByRole('alert')
    await press('Keep my place')
  }
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await userEvent.click(opener)
  expect(screen.getByRole('alertdialog').textContent).toContain('Tue 24 Nov 2026')
  expect(screen.queryByRole('alert')).toBeNull()
})
