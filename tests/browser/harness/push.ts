// Notifications in a browser without a push service: its edge is stood in for, the rest is real.
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Worker } from 'playwright-core'
import { expect } from 'vitest'

import type { Visitor } from './browser.ts'
import { binary } from './server.ts'

/** The flags of a server that notifies. */
export function pushFlags(): string[] {
  const key = join(mkdtempSync(join(tmpdir(), 'sixfold-push-')), 'push.pem')
  execFileSync(binary(), ['keys', 'push', key], { stdio: 'pipe' })
  return ['--push-key-file', key, '--push-contact', 'mailto:push@sixfold-tests.example']
}

/**
 * Allows notifications and stands in for the push service: Chromium asks Google's for an address, which a test machine does not
 * reach. The subscription has real keys, and is kept as the browser would keep it.
 */
export async function allowPush(visitor: Visitor, origin: string): Promise<void> {
  await visitor.context.grantPermissions(['notifications'], { origin })
  await visitor.context.addInitScript(() => {
    const KEPT = 'test-subscription'
    interface Kept {
      endpoint: string
      p256dh: string
      auth: string
      key: number[]
    }
    const base64url = (bytes: Uint8Array) =>
      btoa(String.fromCharCode(...bytes))
        .replace(/\+/g, '-')
        .replace(/\//g, '_')
        .replace(/=+$/, '')
    const read = () => JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Kept | null
    const made = ({ endpoint, p256dh, auth, key }: Kept) => ({
      endpoint,
      options: { userVisibleOnly: true, applicationServerKey: new Uint8Array(key).buffer },
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: () => {
        localStorage.removeItem(KEPT)
        return Promise.resolve(true)
      },
    })
    PushManager.prototype.getSubscription = () => {
      const kept = read()
      return Promise.resolve(kept && (made(kept) as unknown as PushSubscription))
    }
    PushManager.prototype.subscribe = async (options) => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, [
        'deriveBits',
      ])
      const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
      const kept: Kept = {
        endpoint: `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`,
        p256dh: base64url(point),
        auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
        key: [...(options?.applicationServerKey as Uint8Array)],
      }
      localStorage.setItem(KEPT, JSON.stringify(kept))
      return made(kept) as unknown as PushSubscription
    }
  })
}

/** A browser whose owner has blocked them. */
export const blockPush = (visitor: Visitor): Promise<unknown> =>
  visitor.context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' })
  })

/** Replaces the address, as a browser does now and then. */
export const replaceAddress = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('test-subscription') ?? '{}') as { endpoint: string }
    kept.endpoint += '-anew'
    localStorage.setItem('test-subscription', JSON.stringify(kept))
  })

/** Whether the browser still has a subscription. */
export const isSubscribed = (page: Page): Promise<boolean> =>
  page.evaluate(() => localStorage.getItem('test-subscription') !== null)

/** Hands the worker what the server would have sent. */
export async function deliver(page: Page, origin: string, message: unknown): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const data = typeof message === 'string' ? message : JSON.stringify(message)
  await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await client.detach()
}

export interface Shown {
  title: string
  body: string
  tag: string
}

/** What the browser shows. */
export const shownBy = (page: Page): Promise<Shown[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const all = await registration.getNotifications()
    return all.map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** Presses the one notification that is shown; returns which windows came to the front or were opened. */
export async function press(page: Page, worker: Worker): Promise<string[]> {
  await expect.poll(() => shownBy(page).then((all) => all.length)).toBe(1)
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as ServiceWorkerScope
    const went: string[] = []
    // Without a finger of a person Chromium refuses both.
    scope.Clients.prototype.openWindow = (url) => {
      went.push(`open ${new URL(url).pathname}${new URL(url).hash}`)
      return Promise.resolve(null)
    }
    scope.WindowClient.prototype.focus = function (this: { url: string }) {
      went.push(`focus ${new URL(this.url).pathname}`)
      return Promise.resolve(this)
    }
    const [notification] = await scope.registration.getNotifications()
    const event = new scope.NotificationEvent('notificationclick', { notification })
    let waiting: Promise<unknown> = Promise.resolve()
    event.waitUntil = (until: Promise<unknown>) => {
      waiting = until
    }
    scope.dispatchEvent(event)
    await waiting
    return went
  })
}

/** What the test touches of the worker's world. */
interface ServiceWorkerScope {
  Clients: { prototype: { openWindow: (url: string) => Promise<null> } }
  WindowClient: { prototype: { focus: (this: { url: string }) => Promise<unknown> } }
  NotificationEvent: new (
    name: string,
    options: { notification: unknown },
  ) => { waitUntil: (until: Promise<unknown>) => void }
  registration: { getNotifications: () => Promise<unknown[]> }
  dispatchEvent: (event: unknown) => void
}
