import { OUTBOX_DATABASE } from './database.ts'

/**
 * How many entries of this device's desk are not on the server. Where there never was a desk nothing is opened, and nothing of
 * the outbox is loaded.
 */
export async function unsentHere(): Promise<number> {
  try {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === OUTBOX_DATABASE)) return 0
    const { theOutbox } = await import('./use-outbox.ts')
    const outbox = theOutbox()
    await outbox.open()
    return outbox.status().entries.length
  } catch {
    return 0
  }
}
