import { press, renderQueried, screen, userEvent, waitFor, within } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { bookingRow } from '../../../test/booking-row'
import { BookingDrawer } from './BookingDrawer'
import type { BookingRow } from './api'

const REMOVE = 'Remove the score'

const booking = (more: Partial<BookingRow>) => ({
  ...bookingRow(more),
  notes: 'Came early',
  results: [],
  history: [],
  protocols: null,
})

async function open(more: Partial<BookingRow> = {}) {
  vi.spyOn(api, 'get').mockResolvedValue(booking(more) as never)
  renderQueried(<BookingDrawer id="b1" row={undefined} onClose={vi.fn<() => void>()} />)
  await screen.findByText('Came early')
}

const ask = async () => {
  await press(REMOVE)
  return screen.getByRole('alertdialog', { name: 'Remove Robin Rival’s score?' })
}
const confirm = (dialog: HTMLElement) => press(REMOVE, dialog)

beforeEach(() => {
  vi.spyOn(api, 'post').mockResolvedValue({ uaid: '10000001', eventBookingId: 'b1' } as never)
})

// RULES 4.17
it('removes the score of a finished visit with a reason, once it is said that this is final', async () => {
  await open()
  const dialog = await ask()
  for (const words of [
    '59.17',
    'Boards and crews follow at once',
    'This is final',
    'e-mail with your reason',
  ])
    expect(dialog.textContent).toContain(words)
  await confirm(dialog)
  within(dialog).getByText('Say why in a few words.')
  expect(api.post).not.toHaveBeenCalled()
  const reason = within(dialog).getByLabelText<HTMLTextAreaElement>(/^Reason/)
  expect(reason.maxLength).toBe(200)
  await userEvent.type(reason, ' Tested under another name ')
  await confirm(dialog)
  expect(api.post).toHaveBeenCalledWith(
    'event/admin/results/remove',
    { eventBookingId: 'b1', reason: 'Tested under another name' },
    expect.objectContaining({ idempotencyKey: expect.any(String) }),
  )
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('takes the focus to the new status, as the button that opened it has gone', async () => {
  await open()
  const dialog = await ask()
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Tested under another name')
  const removed = { eventTestStatus: 'dnt', score: null, scoreRemoved: true } as const
  vi.mocked(api.get).mockResolvedValue(booking(removed) as never)
  await confirm(dialog)
  await waitFor(() => expect(screen.queryByRole('button', { name: REMOVE })).toBeNull())
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.textContent).toMatch(/Score removed$/)
})

it('promises no reveal of a held final', async () => {
  await open({ held: true })
  expect((await ask()).textContent).toContain('It will not be revealed')
})

it('says why it failed, and keeps the reason', async () => {
  vi.mocked(api.post).mockRejectedValue(new ApiFailure('STATUS_CONFLICT', 'That booking is dnt.', 409))
  await open()
  const dialog = await ask()
  const reason = within(dialog).getByLabelText<HTMLTextAreaElement>(/^Reason/)
  await userEvent.type(reason, 'Cheated')
  await confirm(dialog)
  await within(dialog).findByText(/^That booking has just changed/)
  expect(reason.value).toBe('Cheated')
})

it.each<[string, Partial<BookingRow>, string]>([
  [
    'whose score was removed already',
    { eventTestStatus: 'dnt', score: null, scoreRemoved: true },
    'Score removed',
  ],
  ['that was not tested', { eventTestStatus: 'dnt', score: null }, 'Did not test'],
  ['to come', { eventTestStatus: 'booked', score: null }, 'Booked'],
])('offers nothing to remove of a visit %s', async (_, more, status) => {
  await open(more)
  screen.getByText(status)
  expect(screen.queryByRole('button', { name: REMOVE })).toBeNull()
})
