// RULES 16.8
import { act, press, queriesKnowing, renderQueried, screen, waitFor } from '../test/kit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '../api/queries'
import * as subscribe from './subscribe'
import { Invitation } from './Invitation'

vi.mock('./subscribe', { spy: true })

const ANDROID = 'Mozilla/5.0 (Linux; Android 15) Chrome/131.0.0.0 Mobile'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1'
const prompted = vi.fn((): Promise<{ outcome: 'accepted' | 'dismissed' }> =>
  Promise.resolve({ outcome: 'accepted' }),
)
const WONT_ASK = 'We won’t ask again in this browser.'

function browser(userAgent: string, permission?: NotificationPermission) {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  if (!permission) return
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', { permission })
}

/** What Chromium does once the site can be installed. */
const offerInstall = () =>
  window.dispatchEvent(
    Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: prompted }),
  )

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  window.dispatchEvent(new Event('appinstalled'))
})

function show(push: string | null = 'BAEC') {
  const config = { push, now: '2026-11-23T09:30:00Z' }
  return renderQueried(
    <>
      <Invitation topic="bookings" withInstall />
      <a href="#next">The next link</a>
    </>,
    queriesKnowing([queryKeys.config, config]),
  )
}

const nothing = async () => {
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(document.querySelector('button')).toBeNull()
}

it('offers notifications first, and then not the app on their heels', async () => {
  browser(ANDROID, 'default')
  offerInstall()
  vi.mocked(subscribe.subscribeHere).mockResolvedValue({ id: '1', name: '', addedAt: '', lastSentAt: null })
  show()
  await press('Tell me here')
  const answer = await screen.findByText(/You’ll hear from us here/)
  expect(document.activeElement?.contains(answer) && document.activeElement !== document.body).toBe(true)
  expect(screen.queryByText(/Install/)).toBeNull()
})

it('says why it did not work, and can be tried again', async () => {
  browser(ANDROID, 'default')
  vi.mocked(subscribe.subscribeHere).mockRejectedValue(new subscribe.NotSubscribed('failed'))
  show()
  await press('Tell me here')
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not switch notifications on/)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Tell me here' })).toBeTruthy())
})

it('keeps the focus when the browser blocks notifications from then on', async () => {
  browser(ANDROID, 'default')
  vi.mocked(subscribe.subscribeHere).mockImplementation(() => {
    vi.stubGlobal('Notification', { permission: 'denied' })
    return Promise.reject(new subscribe.NotSubscribed('blocked'))
  })
  show()
  await press('Tell me here')
  const why = await screen.findByText(/Your browser blocks notifications/)
  expect(screen.queryByRole('button', { name: 'Tell me here' })).toBeNull()
  expect(document.activeElement?.contains(why) && document.activeElement !== document.body).toBe(true)
})

it('is put away for good; the app is offered on the next page', async () => {
  browser(ANDROID, 'default')
  offerInstall()
  const { unmount } = show()
  await press('No, thanks')
  await nothing()
  expect(document.activeElement?.textContent).toBe(WONT_ASK)
  unmount()
  show()
  await press('Install the app')
  expect(prompted).toHaveBeenCalledOnce()
  await nothing()
  expect(screen.queryByText(WONT_ASK)).toBeNull()
  // The focus stays where the pressed button was.
  expect(document.activeElement?.textContent).toBe('')
})

it.each([
  ['accepted', null],
  ['dismissed', WONT_ASK],
] as const)('leaves a focus alone that has moved on before the dialog is %s', async (outcome, words) => {
  let answer: (choice: { outcome: typeof outcome }) => void = () => undefined
  const dialog = new Promise<{ outcome: typeof outcome }>((resolve) => {
    answer = resolve
  })
  prompted.mockReturnValueOnce(dialog)
  browser(ANDROID)
  offerInstall()
  show()
  await press('Install the app')
  const link = screen.getByRole('link')
  link.focus()
  await act(async () => {
    answer({ outcome })
    await dialog
  })
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull())
  expect(screen.queryByText(WONT_ASK)?.textContent ?? null).toBe(words)
  expect(document.activeElement).toBe(link)
})

it('offers the app where the site sends nothing, once', async () => {
  browser(ANDROID, 'default')
  offerInstall()
  const { unmount } = show(null)
  await press('No, thanks')
  unmount()
  show(null)
  await nothing()
})

it('says how to install it on an iPhone', async () => {
  browser(IPHONE)
  show()
  await screen.findByText(/tap Share, then Add to Home Screen/)
  await press('Got it')
  await nothing()
})

it.each(['denied', undefined] as const)(
  'offers nothing that cannot be: permission %s',
  async (permission) => {
    browser(ANDROID, permission)
    show()
    await nothing()
  },
)
