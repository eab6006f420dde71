import {
  bodiesOf,
  queriesKnowing,
  renderQueried,
  screen,
  serve,
  userEvent,
  waitFor,
} from '../../../../test/kit'
import { expect, it, vi } from 'vitest'
import { queryKeys } from '../../../../api/queries'
import { notificationsKey } from '../../../../notifications/api'
import { NotificationCards } from './NotificationCards'

vi.mock('../../../../rules', () => ({
  loadRules: () => Promise.resolve({ isMobile: (phone: string) => phone.startsWith('+447') }),
}))

const TOPICS = { offers: true, bookings: true, results: true, reminders: true, alerts: true }

interface Choices {
  topics: typeof TOPICS
}

it('keeps a choice that waits for its turn while an earlier one is answered', async () => {
  const sent: { body: Choices; answer: () => void }[] = []
  let stored: object = {
    topics: TOPICS,
    quietHours: null,
    textReminders: false,
    texts: false,
    push: { publicKey: 'key', devices: [] },
  }
  serve({
    'GET user/notifications': () => stored,
    'PUT user/notifications': (body: Choices) =>
      new Promise((resolve) => {
        const answer = () => {
          stored = { ...stored, ...body }
          resolve(stored)
        }
        sent.push({ body, answer })
      }),
  })
  renderQueried(<NotificationCards />)
  const press = async (name: RegExp) => userEvent.click(await screen.findByRole('switch', { name }))
  await press(/Places offered/)
  await press(/Your test moved/)
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.answer()
  await waitFor(() => expect(sent).toHaveLength(2))
  await press(/Your result is ready/)
  sent[1]?.answer()
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]?.body.topics).toEqual({ ...TOPICS, offers: false, bookings: false, results: false })
})

// RULES 16.1
it('changes only what was switched, not what another device has changed meanwhile', async () => {
  const shown = {
    topics: TOPICS,
    quietHours: null,
    textReminders: false,
    texts: true,
    push: { publicKey: 'key', devices: [] },
  }
  const elsewhere = {
    topics: { ...TOPICS, reminders: false },
    quietHours: { from: '21:00', until: '08:00' },
    textReminders: true,
  }
  const sent = serve({
    'GET user/notifications': { ...shown, ...elsewhere },
    'PUT user/notifications': (choices: object) => ({ ...shown, ...choices }),
  })
  renderQueried(
    <NotificationCards />,
    queriesKnowing([notificationsKey, shown], [queryKeys.profile, { phoneNumber: '' }]),
  )
  await userEvent.click(await screen.findByRole('switch', { name: /Places offered/ }))
  await screen.findByText('Saved.')
  expect(bodiesOf(sent, 'PUT user/notifications')).toEqual([
    { ...elsewhere, topics: { ...elsewhere.topics, offers: false } },
  ])
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /^The day before/ }).checked).toBe(false)
})

// RULES 16.6
it.each([
  ['', 'Add a mobile number to your details first'],
  ['+447700900123', 'to the mobile number in your details'],
  ['+442079460000', 'Your number can’t get text messages: add a mobile number'],
])('with the number %j, says about text messages: %s', async (phoneNumber, words) => {
  const stored = {
    topics: TOPICS,
    quietHours: null,
    textReminders: true,
    texts: true,
    push: { publicKey: null, devices: [] },
  }
  renderQueried(
    <NotificationCards />,
    queriesKnowing([notificationsKey, stored], [queryKeys.profile, { phoneNumber }]),
  )
  await screen.findByText(new RegExp(words))
})

// RULES 16.3
it('offers quiet hours to those whom only text messages reach', async () => {
  const hours = {
    topics: TOPICS,
    quietHours: null,
    textReminders: true,
    push: { publicKey: null, devices: [] },
  }
  const show = (texts: boolean) =>
    renderQueried(
      <NotificationCards />,
      queriesKnowing([notificationsKey, { ...hours, texts }], [queryKeys.profile, { phoneNumber: '' }]),
    )
  const { unmount } = show(true)
  expect(await screen.findByRole('switch', { name: /Nothing at night/ })).toBeTruthy()
  unmount()
  show(false)
  expect(screen.queryByRole('switch', { name: /Nothing at night/ }), 'nothing is sent').toBeNull()
})
