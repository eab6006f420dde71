import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiFailure } from '../api/client/failure'
import { useAuthData } from '../state/auth-store'
import * as api from './api'
import { DEVICE_KEY } from './has-device'
import { keepOwnDevice, ownDevice } from './own-device'
import { isForKey, keyBytes, NotSubscribed, renewDevice, subscribeHere, unsubscribeHere } from './subscribe'

vi.mock('./api')

const KEY = 'BAEC-_8'
const OTHER = 'BAEC-_w'

let kept: { endpoint: string; key: string } | null
let permission: NotificationPermission
let refuses = false

const subscription = () => {
  const now = kept
  if (!now) return null
  return {
    endpoint: now.endpoint,
    options: { applicationServerKey: keyBytes(now.key).buffer },
    toJSON: () => ({ endpoint: now.endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: () => {
      kept = null
      return Promise.resolve(true)
    },
  }
}

const textOf = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

let made = 0
const pushManager = {
  getSubscription: () => Promise.resolve(subscription()),
  subscribe: ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
    if (refuses) return Promise.reject(new DOMException('push service error', 'AbortError'))
    made += 1
    kept = { endpoint: `https://push.example/${made}`, key: textOf(applicationServerKey) }
    return Promise.resolve(subscription())
  },
}

const answer = (ids: string[], publicKey: string | null = KEY) =>
  ({
    push: { publicKey, devices: ids.map((id) => ({ id, name: id, addedAt: '', lastSentAt: null })) },
  }) as api.Notifications

beforeEach(() => {
  localStorage.clear()
  useAuthData.getState().update({ uaid: '7' })
  kept = null
  permission = 'granted'
  refuses = false
  const registration = { pushManager }
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) },
  })
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', {
    get permission() {
      return permission
    },
    requestPermission: () => Promise.resolve(permission),
  })
  vi.mocked(api.addDevice).mockImplementation(({ endpoint, name }) =>
    Promise.resolve({ id: endpoint.slice(-1), name, addedAt: '', lastSentAt: null }),
  )
  vi.mocked(api.removeDevice).mockResolvedValue({ id: '' })
})

const told = () => vi.mocked(api.addDevice).mock.calls.map(([device]) => device.endpoint)
const removed = () => vi.mocked(api.removeDevice).mock.calls.map(([id]) => id)

describe('switching on', () => {
  it('tells the server of the subscription, with a name its owner knows', async () => {
    const { id } = await subscribeHere(KEY)
    expect(vi.mocked(api.addDevice).mock.lastCall?.[0]).toMatchObject({ keys: { p256dh: 'p', auth: 'a' } })
    expect(vi.mocked(api.addDevice).mock.lastCall?.[0].name).not.toBe('')
    expect(ownDevice()?.id).toBe(id)
    // No address is kept outside of the browser's own store.
    expect(JSON.stringify(ownDevice())).not.toContain('push.example')
  })

  it.each([
    ['denied', 'blocked'],
    ['default', 'undecided'],
  ] as const)('says why it did not work: %s', async (said, why) => {
    permission = said
    await expect(subscribeHere(KEY)).rejects.toMatchObject({ name: 'NotSubscribed', why })
    expect(told()).toEqual([])
  })

  it('says so when the browser fails', async () => {
    refuses = true
    await expect(subscribeHere(KEY)).rejects.toBeInstanceOf(NotSubscribed)
    expect(ownDevice()).toBeNull()
  })

  it('makes a new subscription where the old one has another key', async () => {
    kept = { endpoint: 'https://push.example/old', key: OTHER }
    await subscribeHere(KEY)
    expect(told()).toHaveLength(1)
    expect(told()[0]).not.toContain('old')
  })
})

it('knows the key of a subscription', () => {
  const options = (key: ArrayBuffer | null) =>
    ({ options: { applicationServerKey: key } }) as PushSubscription
  expect(isForKey(options(keyBytes(KEY).buffer), KEY)).toBe(true)
  expect(isForKey(options(keyBytes(OTHER).buffer), KEY)).toBe(false)
  expect(isForKey(options(null), KEY)).toBe(false)
})

it('goes off here and on the server', async () => {
  const { id } = await subscribeHere(KEY)
  await unsubscribeHere()
  expect(removed()).toEqual([id])
  expect(kept).toBeNull()
  expect(ownDevice()).toBeNull()
})

it('goes off here where the server no longer has it', async () => {
  await subscribeHere(KEY)
  vi.mocked(api.removeDevice).mockRejectedValueOnce(new ApiFailure('NOT_FOUND', '', 404))
  await unsubscribeHere()
  expect([kept, ownDevice()]).toEqual([null, null])
})

it('stays on while the server is not reached', async () => {
  const { id } = await subscribeHere(KEY)
  vi.mocked(api.removeDevice).mockRejectedValueOnce(new ApiFailure('ERR_NETWORK', '', 0))
  await expect(unsubscribeHere()).rejects.toMatchObject({ status: 0 })
  expect(ownDevice()?.id).toBe(id)
})

describe('on a later visit', () => {
  it('asks nothing of the server where nothing was switched on', async () => {
    await renewDevice()
    expect(api.fetchNotifications).not.toHaveBeenCalled()
  })

  it('changes nothing where all is well', async () => {
    const { id } = await subscribeHere(KEY)
    vi.mocked(api.fetchNotifications).mockResolvedValue(answer([id]))
    await renewDevice()
    expect(told()).toHaveLength(1)
    expect(removed()).toEqual([])
  })

  it.each([
    ['it is another person’s, or was removed elsewhere', ['x'], KEY],
    ['the site sends no more notifications', [], null],
  ])('ends the subscription where %s', async (_, ids, key) => {
    await subscribeHere(KEY)
    vi.mocked(api.fetchNotifications).mockResolvedValue(answer(ids, key))
    await renewDevice()
    expect(kept).toBeNull()
    expect(ownDevice()).toBeNull()
  })

  it('tells a new address, and has the old one forgotten', async () => {
    const { id } = await subscribeHere(KEY)
    kept = { endpoint: 'https://push.example/n', key: KEY }
    vi.mocked(api.fetchNotifications).mockResolvedValue(answer([id]))
    await renewDevice()
    expect(told().at(-1)).toBe('https://push.example/n')
    expect(removed()).toEqual([id])
    expect(ownDevice()?.id).toBe('n')
  })

  it.each([
    ['replaced', { endpoint: 'https://push.example/n', key: KEY }],
    ['lost', null],
  ])('tells a new address where the server has found the %s one dead', async (_, now) => {
    await subscribeHere(KEY)
    kept = now
    vi.mocked(api.fetchNotifications).mockResolvedValue(answer([]))
    await renewDevice()
    expect(told()).toHaveLength(2)
    expect(ownDevice()?.id).toBe(told()[1]?.slice(-1))
    expect(kept).not.toBeNull()
    expect(removed()).toEqual([])
  })

  it.each([
    ['somebody else is signed in', '8', 'granted'],
    ['nobody knows who is signed in', null, 'granted'],
    ['its owner has blocked it meanwhile', '7', 'denied'],
  ] as const)('tells no new address of a device that is not listed where %s', async (_, uaid, now) => {
    await subscribeHere(KEY)
    kept = { endpoint: 'https://push.example/n', key: KEY }
    useAuthData.getState().update({ uaid })
    permission = now
    vi.mocked(api.fetchNotifications).mockResolvedValue(answer([]))
    await renewDevice()
    expect(told()).toHaveLength(1)
    expect(removed()).toEqual([])
    expect(kept).toBeNull()
    expect(ownDevice()).toBeNull()
  })

  it('notes whose it is where it was switched on before that was noted', async () => {
    const { id } = await subscribeHere(KEY)
    const whole = ownDevice()
    localStorage.setItem(DEVICE_KEY, JSON.stringify({ id, told: whole?.told }))
    expect(ownDevice()?.owner).toBeNull()
    vi.mocked(api.fetchNotifications).mockResolvedValue(answer([id]))
    await renewDevice()
    expect(ownDevice()).toEqual(whole)
    expect(told()).toHaveLength(1)
  })

  it('subscribes again with a new key of the server', async () => {
    const { id } = await subscribeHere(KEY)
    vi.mocked(api.fetchNotifications).mockResolvedValue(answer([id], OTHER))
    await renewDevice()
    expect(told()).toHaveLength(2)
    expect(removed()).toEqual([id])
  })

  it('goes off where its owner has blocked it meanwhile', async () => {
    const { id } = await subscribeHere(KEY)
    kept = null
    permission = 'denied'
    vi.mocked(api.fetchNotifications).mockResolvedValue(answer([id]))
    await renewDevice()
    expect(removed()).toEqual([id])
    expect(ownDevice()).toBeNull()
  })

  it('leaves alone what its owner switched meanwhile', async () => {
    await subscribeHere(KEY)
    vi.mocked(api.fetchNotifications).mockImplementation(() => {
      keepOwnDevice({ id: 'new', told: '', owner: null })
      return Promise.resolve(answer([]))
    })
    await renewDevice()
    expect(ownDevice()?.id).toBe('new')
    expect(kept).not.toBeNull()
  })
})
