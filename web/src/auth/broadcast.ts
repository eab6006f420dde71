/** Messages between the tabs of a browser, through storage events of one key. */
import { deviceStorage } from '../state/storage/browser-storage'

const KEY = 'nextauth.message'

export type Trigger = 'signout' | 'getSession'

interface Message {
  event: 'session'
  data: { trigger: Trigger }
  /** Whole seconds. */
  timestamp: number
}

/**
 * Notifies the other tabs, in the format of the auth client's messages. The key is emptied first: a value that does not
 * change raises no event, and two messages within a second are the same text.
 */
export function tellOtherTabs(trigger: Trigger): void {
  const message: Message = {
    event: 'session',
    data: { trigger },
    timestamp: Math.floor(Date.now() / 1000),
  }
  // Without storage the other tabs find out when they get the focus.
  deviceStorage.remove(KEY)
  deviceStorage.set(KEY, JSON.stringify(message))
}

/** Calls `heard` with each message from another tab; returns the unsubscribe function. */
export function hearOtherTabs(heard: (trigger: Trigger) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key !== KEY || !event.newValue) return
    try {
      const message = JSON.parse(event.newValue) as Partial<Message>
      if (message.event === 'session' && message.data) heard(message.data.trigger)
    } catch {
      // Not a message of ours.
    }
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
