// RULES 16.1
import {
  press,
  queriesKnowing,
  refused,
  renderQueried,
  screen,
  serve,
  userEvent,
  waitFor,
} from '../../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../../../../api/queries'
import { notificationsKey, type NotifiedDevice } from '../../../../notifications/api'
import { keepOwnDevice } from '../../../../notifications/own-device'
import * as subscribe from '../../../../notifications/subscribe'
import { supportHere } from '../../../../notifications/support'
import { NotificationCards } from './NotificationCards'

vi.mock('../../../../notifications/subscribe', { spy: true })
vi.mock('../../../../notifications/support', { spy: true })

const device = (id: string, name: string): NotifiedDevice => ({
  id,
  name,
  addedAt: '2026-11-20T09:00:00Z',
  lastSentAt: null,
})
const PHONE = device('1', 'Chrome on Android')
const TABLET = device('2', 'Safari on iPad')

let devices: NotifiedDevice[]

const stored = () => ({
  topics: { offers: true, bookings: true, results: true, reminders: true, alerts: true },
  quietHours: null,
  textReminders: false,
  texts: false,
  push: { publicKey: 'key', devices },
})

beforeEach(() => {
  localStorage.clear()
  devices = [PHONE, TABLET]
  vi.mocked(supportHere).mockReturnValue('possible')
})

/** `removed`: what the server answers when a device is removed. */
function show(removed: object = {}) {
  serve({
    'GET user/notifications': stored,
    'DELETE user/notifications/devices/*': (_, { call }) => {
      devices = devices.filter(({ id }) => !call.endsWith(`/${id}`))
      return removed
    },
  })
  renderQueried(
    <NotificationCards />,
    queriesKnowing([notificationsKey, stored()], [queryKeys.profile, { phoneNumber: '' }]),
  )
}

const remove = (name: RegExp) => screen.findByRole('button', { name })
const status = () => document.activeElement?.closest('[role="status"]')

it.each(['all but one', 'the last one'])(
  'says that a device is gone, and keeps the focus there: %s',
  async (which) => {
    if (which === 'the last one') devices = [PHONE]
    show()
    await userEvent.click(await remove(/^Remove: Chrome on Android/))
    await screen.findByText('That device no longer gets notifications.')
    await waitFor(() => expect(screen.queryByText(PHONE.name)).toBeNull())
    expect(status()?.textContent).toBe('That device no longer gets notifications.')
  },
)

it('keeps the focus where a device was removed elsewhere', async () => {
  show(refused(404, 'NOT_FOUND'))
  await userEvent.click(await remove(/^Remove: Chrome on Android/))
  await waitFor(() => expect(screen.queryByText(PHONE.name)).toBeNull())
  expect(status()).toBeTruthy()
  expect(screen.queryByText('That device no longer gets notifications.')).toBeNull()
})

it('says that this device is notified, and keeps the focus there', async () => {
  devices = []
  show()
  vi.mocked(subscribe.subscribeHere).mockImplementation(() => {
    keepOwnDevice({ id: PHONE.id, told: 'digest', owner: null })
    devices = [PHONE]
    return Promise.resolve(PHONE)
  })
  await press('Notify me on this device')
  await screen.findByText('You’ll hear from us here.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Notify me on this device' })).toBeNull())
  expect(status()?.textContent).toBe('You’ll hear from us here.')
})
