/** Where what was last seen of one's own is stored for use without a network (`last-seen.ts`), with its key. */
export const SEEN_DATABASE = 'sixfold-seen'
/** Where the ticket for use without a network is stored, with its key. */
export const TICKET_DATABASE = 'sixfold-ticket'

let drops = 0
let seenDrops = 0

/** How often the ticket was deleted: one that is still being encrypted then must not be stored. */
export const ticketDrops = (): number => drops

/** How often what was last seen was deleted, as above. */
export const lastSeenDrops = (): number => seenDrops

/** Takes the ticket and its key off the device. In the shell, because signing out must not wait for a chunk. */
export function dropTicket(): Promise<void> {
  drops += 1
  return deleteDatabase(TICKET_DATABASE)
}

/** Takes what was last seen, and its key, off the device. */
export function dropLastSeen(): Promise<void> {
  seenDrops += 1
  return deleteDatabase(SEEN_DATABASE)
}

/** Deletes one of the two; what is being encrypted meanwhile goes into a new one. Resolves even if another tab delays it. */
export function deleteDatabase(name: string): Promise<void> {
  if (typeof indexedDB === 'undefined') return Promise.resolve()
  return new Promise((resolve) => {
    const asked = indexedDB.deleteDatabase(name)
    asked.onsuccess = asked.onerror = asked.onblocked = () => resolve()
  })
}
