import type { DeskAthlete } from '@sixfold/domain'
import { act, press, renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import type { Day, DayBooking } from '../../../offline/day'
import { dayBooking } from '../../../test/day-booking'
import { ROBIN } from '../../../test/desk'
import type { DeskContext } from '../desk/use-desk'
import { BookingSheet } from './BookingSheet'

const RESULT = { TestType: 'Speed', score: 50, status: 'closed', revision: 1, attempts: [] } as const
const TESTED = {
  tests: { Speed: { status: 'closed', attempts: [3.4], revision: 1 } },
} as unknown as DeskAthlete

vi.mock('../../../offline/day', () => ({ useDay: () => ({}) }))

it('says why somebody cannot be carried on here', async () => {
  const onClose = vi.fn<() => void>()
  const onboard = vi.fn(() => 'An earlier visit of theirs is still on this tablet.')
  renderQueried(
    <BookingSheet
      desk={
        {
          store: { onboard, athlete: () => null },
          state: { left: {} },
          status: { online: true },
        } as unknown as DeskContext
      }
      booking={dayBooking('b1', { onboarded: true })}
      day={{ date: '2026-11-21', protocols: { version: 1, tests: [] } } as unknown as Day}
      dayStatus={{ place: 'elsewhere', word: 'Onboarded', unsent: false }}
      device={null}
      onShow={vi.fn<() => void>()}
      onClose={onClose}
    />,
  )
  await act(async () => screen.getByRole('button', { name: 'Carry on here' }).click())
  expect(screen.getByRole('alert').textContent).toBe('An earlier visit of theirs is still on this tablet.')
  expect(onClose).not.toHaveBeenCalled()
})

it('carries on with somebody whose visit ended as not tested, if they had been onboarded', async () => {
  const show = (onboarded: boolean) => {
    const onboard = vi.fn(() => null)
    const left = {}
    const store = { onboard, athlete: () => null, state: () => ({ people: {}, left }) }
    const { unmount } = renderQueried(
      <BookingSheet
        desk={{ store, state: { left }, status: { online: true } } as unknown as DeskContext}
        booking={dayBooking('b1', { onboarded, eventTestStatus: 'dnt' })}
        day={{ date: '2026-11-21', protocols: { version: 1, tests: [] } } as unknown as Day}
        dayStatus={{ place: 'missed', word: 'Did not test', unsent: false }}
        device={null}
        onShow={vi.fn<() => void>()}
        onClose={vi.fn<() => void>()}
      />,
    )
    return { onboard, unmount }
  }
  const button = () => screen.queryByRole('button', { name: 'Carry on here' })
  const { unmount } = show(false)
  expect(button(), 'a no-show books again').toBeNull()
  unmount()
  const { onboard } = show(true)
  await act(async () => button()?.click())
  expect(onboard).toHaveBeenCalledWith(expect.objectContaining({ bookingId: 'b1' }), {}, false)
})

it('undoes no decline while nobody has decided about its refusal', async () => {
  const undoDecline = vi.fn<() => void>()
  const show = (bookingId: string) =>
    renderQueried(
      <BookingSheet
        desk={
          {
            store: { undoDecline },
            state: { left: { b1: { how: 'declined', person: ROBIN, athlete: null, at: Date.now() } } },
            status: { online: true, entries: [{ state: 'refused', about: { kind: 'decline', bookingId } }] },
          } as unknown as DeskContext
        }
        booking={dayBooking('b1')}
        day={{ date: '2026-11-21', protocols: { version: 1, tests: [] } } as unknown as Day}
        dayStatus={{ place: 'declined', word: 'Declined', unsent: true }}
        device={null}
        onShow={vi.fn<() => void>()}
        onClose={vi.fn<() => void>()}
      />,
    )
  const { unmount } = show('b1')
  await press('Undo the decline')
  expect(screen.getByRole('alert').textContent).toBe('Decide about the refused entry first.')
  expect(undoDecline).not.toHaveBeenCalled()
  unmount()
  show('b9')
  await press('Undo the decline')
  expect(undoDecline).toHaveBeenCalledWith('b1')
})

it.each<[string, boolean, DayBooking, DeskAthlete | null]>([
  ['nobody has recorded anything', true, dayBooking('b1', { onboarded: true }), null],
  [
    'the list has a result',
    false,
    dayBooking('b1', { onboarded: true, results: [{ ...RESULT, attempts: [] }] }),
    null,
  ],
  ['a test is closed here', false, dayBooking('b1', { onboarded: true }), TESTED],
])('offers to decline or not: %s', (_, offered, booking, athlete) => {
  const store = { athlete: () => athlete }
  renderQueried(
    <BookingSheet
      desk={{ store, state: { left: {} }, status: { online: true } } as unknown as DeskContext}
      booking={booking}
      day={{ date: '2026-11-21', protocols: { version: 1, tests: [] } } as unknown as Day}
      dayStatus={{ place: athlete ? 'here' : 'elsewhere', word: 'Onboarded', unsent: false }}
      device={null}
      onShow={vi.fn<() => void>()}
      onClose={vi.fn<() => void>()}
    />,
  )
  expect(screen.queryByRole('button', { name: 'Decline' }) !== null).toBe(offered)
})
