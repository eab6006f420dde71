/**
 * What this browser knows of itself as a device that is notified. It is no secret and names nobody: the server's id of the
 * device, and digests of the address that the server was told and of whose it is.
 */
import { deviceStorage } from '../state/storage/browser-storage'
import { removeDevice } from './api'
import { DEVICE_KEY } from './has-device'

export interface OwnDevice {
  id: string
  /** SHA-256 of the subscription's address, base64. */
  told: string
  /** SHA-256 of the id with the owner's number, base64; null while the number is not known. */
  owner: string | null
}

/** How long signing out waits for the server to forget the device; what it did not hear, the push service tells it. */
const PATIENCE_MS = 2000

export function ownDevice(): OwnDevice | null {
  try {
    const { id, told, owner = null } = JSON.parse(deviceStorage.get(DEVICE_KEY) ?? '{}') as Partial<OwnDevice>
    return typeof id === 'string' && typeof told === 'string' ? { id, told, owner } : null
  } catch {
    return null
  }
}

export const keepOwnDevice = (device: OwnDevice): void =>
  deviceStorage.set(DEVICE_KEY, JSON.stringify(device))

/** This browser's subscription; null without one, or where a browser has none at all. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  return (await registration?.pushManager.getSubscription().catch(() => null)) ?? null
}

/** Ends the subscription: its address is dead from then on, whatever the server knows. */
export async function dropSubscription(): Promise<void> {
  if (!ownDevice()) return
  deviceStorage.remove(DEVICE_KEY)
  await (await ownSubscription())?.unsubscribe().catch(() => false)
}

/** Has the server forget this device, while there is a session to do so. */
export async function leaveDevice(): Promise<void> {
  const own = ownDevice()
  if (!own) return
  await Promise.race([
    removeDevice(own.id).catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
  ])
}
