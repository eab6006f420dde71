/** Word between the tabs of one browser, through storage events of one key (auth protocol notes). */
const KEY = 'nextauth.message'

export type Trigger = 'signout' | 'getSession'

interface Message {
  event: 'session'
  data: { trigger: Trigger }
  timestamp: number
}

let count = 0

/** Tells the other tabs. The `nonce` makes two words of one second differ, so that both arrive. */
export function tellOtherTabs(trigger: Trigger): void {
  const message: Message & { nonce: string } = {
    event: 'session',
    data: { trigger },
    timestamp: Math.floor(Date.now() / 1000),
    nonce: `${Date.now()}-${(count += 1)}`,
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(message))
  } catch {
    // Storage is full or forbidden: the other tabs find out at their next focus.
  }
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
