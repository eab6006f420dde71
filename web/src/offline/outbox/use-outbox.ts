import { useEffect, useSyncExternalStore } from 'react'
import { isOnline, onNetwork } from '../../api/client/network'
import { useSession } from '../../auth/SessionProvider'
import { makeRoom } from '../make-room'
import { Outbox } from './outbox.ts'
import { OUTBOX_DATABASE } from './database.ts'
import { sendSync } from './send-sync.ts'
import type { OutboxStatus } from './types.ts'

const EVERY_MS = 30_000

let outbox: Outbox | null = null

/** The one outbox of this page. It lives on when the screen goes, so that leaving it does not stop the sending. */
export function theOutbox(): Outbox {
  outbox ??= begin()
  return outbox
}

function begin(): Outbox {
  const made = new Outbox({
    database: OUTBOX_DATABASE,
    send: sendSync,
    clock: Date.now,
    random: Math.random,
    isOnline,
    makeRoom,
  })
  const send = () => void made.send().catch(() => undefined)
  // The network part of the status is only known after checking again.
  onNetwork(() => (isOnline() ? send() : made.changed()))
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') made.nudge()
  })
  window.setInterval(() => made.nudge(), EVERY_MS)
  // The browser must not clear it away when space gets short.
  if ('storage' in navigator && 'persist' in navigator.storage)
    void navigator.storage.persist().catch(() => {})
  void made.open().catch(() => undefined)
  return made
}

/** The outbox and what it holds, kept up to date; a sign-in sends what waits for it. */
export function useOutbox(): { outbox: Outbox; status: OutboxStatus } {
  const own = theOutbox()
  const status = useSyncExternalStore(own.subscribe, own.status)
  const { data } = useSession()
  const who = data ? `${data.uaid} ${data.stamp}` : null
  useEffect(() => {
    if (who !== null) void own.send().catch(() => undefined)
  }, [own, who])
  return { outbox: own, status }
}
