// Switching notifications on and off in this browser, and keeping the server's knowledge of it right.
import { normaliseFailure } from '../api/client/failure'
import { useAuthData } from '../state/auth-store'
import { deviceName } from './device-name'
import { addDevice, fetchNotifications, removeDevice, type NotifiedDevice } from './api'
import { dropSubscription, keepOwnDevice, ownDevice, ownSubscription } from './own-device'

/** How long the worker may take to start. */
const WORKER_MS = 15_000

/** Why a browser did not switch them on. */
export class NotSubscribed extends Error {
  override readonly name = 'NotSubscribed'

  constructor(
    /** Its owner blocked them, put the question aside, or the browser itself failed. */
    readonly why: 'blocked' | 'undecided' | 'failed',
    options?: ErrorOptions,
  ) {
    super(why, options)
  }
}

/** The bytes of a key in base64url. */
export function keyBytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}

/** Whether a subscription was made for this key: with another one nothing reaches it. */
export function isForKey({ options }: Pick<PushSubscription, 'options'>, key: string): boolean {
  if (options.applicationServerKey === null) return false
  const own = new Uint8Array(options.applicationServerKey)
  const wanted = keyBytes(key)
  return own.length === wanted.length && own.every((byte, at) => byte === wanted[at])
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

/** The digest by which a device is known to belong to the person who is signed in; null while nobody is known to be. */
async function ownerOf(id: string): Promise<string | null> {
  const { uaid } = useAuthData.getState()
  return uaid === null ? null : digest(`${id} ${uaid}`)
}

const worker = () =>
  Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no worker')), WORKER_MS)),
  ])

async function subscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await worker()
  const before = await pushManager.getSubscription()
  if (before && isForKey(before, key)) return before
  await before?.unsubscribe()
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) })
}

/** Tells the server of a subscription. */
async function tell(own: PushSubscription): Promise<NotifiedDevice> {
  const { endpoint, keys } = own.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) throw new NotSubscribed('failed')
  const device = await addDevice({ endpoint, keys: { p256dh, auth }, name: deviceName(navigator.userAgent) })
  const { id } = device
  keepOwnDevice({ id, told: await digest(endpoint), owner: await ownerOf(id) })
  return device
}

/** Asks the browser's owner, who pressed for it, and adds this browser to their devices. */
export async function subscribeHere(key: string): Promise<NotifiedDevice> {
  const answer = await Notification.requestPermission()
  if (answer !== 'granted') throw new NotSubscribed(answer === 'denied' ? 'blocked' : 'undecided')
  let own: PushSubscription
  try {
    own = await subscription(key)
  } catch (cause) {
    throw new NotSubscribed('failed', { cause })
  }
  return await tell(own)
}

export async function unsubscribeHere(): Promise<void> {
  const own = ownDevice()
  if (own) await forgetThere(own.id)
  await dropSubscription()
}

/** Has the server forget a device. It may be gone there: removed elsewhere, or by a try whose answer was lost. */
async function forgetThere(id: string): Promise<void> {
  try {
    await removeDevice(id)
  } catch (cause) {
    if (normaliseFailure(cause).status !== 404) throw cause
  }
}

/**
 * Brings this browser and the server together again: a device that is not the caller's, or was removed elsewhere, is dropped
 * here; a subscription that the browser or a new key of the server has replaced is told. If the server has found the replaced
 * address dead, it no longer lists the device; one that was removed elsewhere has the same address as before.
 */
export async function renewDevice(): Promise<void> {
  const own = ownDevice()
  if (!own) return
  const { push } = await fetchNotifications()
  const now = await ownSubscription()
  const told = now !== null && (await digest(now.endpoint)) === own.told
  const owner = await ownerOf(own.id)
  // Meanwhile its owner may have switched it off, or on again.
  if (ownDevice()?.id !== own.id) return
  if (push.publicKey === null) return dropSubscription()
  const listed = push.devices.some(({ id }) => id === own.id)
  if (listed) {
    // It was switched on before its owner was noted.
    if (own.owner === null) keepOwnDevice({ ...own, owner })
    if (now && told && isForKey(now, push.publicKey)) return
    if (Notification.permission !== 'granted') return unsubscribeHere()
  } else if (told || owner === null || owner !== own.owner || Notification.permission !== 'granted') {
    return dropSubscription()
  }
  const { id } = await tell(await subscription(push.publicKey))
  // A new address is a new device; the old one is dead.
  if (listed && id !== own.id) await forgetThere(own.id)
}
