// RULES 10.7
import { press, renderQueried, screen } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { learnServerNow } from '../../../api/clock'
import { storeTicket } from '../../../offline/ticket'
import { StoredTicket } from './StoredTicket'

vi.mock('../../../auth/SessionProvider', () => ({ useUnreached: () => ({ ask: () => Promise.resolve() }) }))

const CODE = '7K3QXM'
const NO_PLACE = { name: null, address: null, postcode: null, phone: null, email: null }

const show = () => renderQueried(<StoredTicket title="My tests" heading="Ticket" />)
const shown = () => screen.findByTestId('booking-code')
const none = () => screen.findByText(/There is no ticket on this device/)

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-25T09:00:00Z'), toFake: ['Date'] })
  await storeTicket({
    uaid: '1',
    code: CODE,
    date: '2026-11-24',
    time: '10:00',
    type: 'test',
    place: NO_PLACE,
    mapUrl: null,
  })
})

it('is shown a day longer while the server’s time is not known, and no more than that', async () => {
  const { unmount } = show()
  expect((await shown()).textContent).toBe(CODE)
  expect(screen.getByText('Today')).toBeTruthy()
  unmount()
  vi.setSystemTime(Date.parse('2026-11-26T09:00:00Z'))
  show()
  await none()
})

it('is shown up to its day by the server’s clock', async () => {
  learnServerNow('2026-11-24T09:00:00Z')
  const { unmount } = show()
  expect((await shown()).textContent).toBe(CODE)
  unmount()
  learnServerNow('2026-11-25T09:00:00Z')
  show()
  await none()
})

it.each(['a ticket', 'none'])('says that another try failed, with %s on the device', async (kept) => {
  learnServerNow(kept === 'none' ? '2026-11-25T09:00:00Z' : '2026-11-24T09:00:00Z')
  show()
  await (kept === 'none' ? none() : shown())
  await press('Try again')
  const words = await screen.findByText(/^Still no connection\. Th/)
  expect(words.closest('[role="status"], [role="alert"]')).toBeTruthy()
})
