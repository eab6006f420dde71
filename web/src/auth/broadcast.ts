/** Word between the tabs of one browser, through storage events of one key (auth protocol notes). */
import { deviceStorage } from '../state/browser-storage'

const KEY = 'nextauth.message'

export type Trigger = 'signout' | 'getSession'

interface Message {
  event: 'session'
  data: { trigger: Trigger }
  /** Whole seconds. */
  timestamp: number
}

/**
 * Tells the other tabs, in the very shape of the auth client's messages. The key is emptied first: a value that does
 * not change raises no event, and two words of one second are the same text.
 */
export function tellOtherTabs(trigger: Trigger): void {
  const message: Message = {
    event: 'session',
    data: { trigger },
    timestamp: Math.floor(Date.now() / 1000),
  }
  // Without a storage the other tabs find out at their next focus.
  deviceStorage.remove(KEY)
  deviceStorage.set(KEY, JSON.stringify(message))
}

/** Calls with each word from another tab; gives the way to stop. */
export function hearOtherTabs(heard: (trigger: Trigger) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key !== KEY || !event.newValue) return
    try {
      const message = JSON.parse(event.newValue) as Partial<Message>
      if (message.event === 'session' && message.data) heard(message.data.trigger)
    } catch {
      // Not ours.
    }
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}
