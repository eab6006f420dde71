/** Where the ticket for use without a network is stored, with its key. */
export const TICKET_DATABASE = 'sixfold-ticket'

let drops = 0

/** How often the ticket was deleted: one that is still being encrypted then must not be stored. */
export const ticketDrops = (): number => drops

/** Takes the ticket and its key off the device. In the shell, because signing out must not wait for a chunk. */
export function dropTicket(): Promise<void> {
  drops += 1
  if (typeof indexedDB === 'undefined') return Promise.resolve()
  return new Promise((resolve) => {
    const asked = indexedDB.deleteDatabase(TICKET_DATABASE)
    asked.onsuccess = asked.onerror = asked.onblocked = () => resolve()
  })
}
