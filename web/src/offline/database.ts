import { openDB, type IDBPDatabase } from 'idb'

/** The only object store of each small database; it also holds the encryption key. */
export const STORE = 'kept'
export const KEY = 'key'

/** Opens a database of this device for one act. */
export async function within<T>(name: string, act: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  const database = await openDB(name, 1, {
    upgrade: (fresh) => void fresh.createObjectStore(STORE),
  })
  // Signing out in another tab must not wait for this one.
  database.addEventListener('versionchange', () => database.close())
  try {
    return await act(database)
  } finally {
    database.close()
  }
}

/** Whether this device has such a database: opening one that is not there would make it. */
export async function isThere(name: string): Promise<boolean> {
  // An older browser does not say.
  const all = await indexedDB.databases?.().catch(() => undefined)
  return all?.some((database) => database.name === name) ?? true
}

/** It was modified, or its key has changed: it cannot be decrypted on any later try. */
export const isDamaged = (cause: unknown): boolean =>
  cause instanceof SyntaxError || (cause instanceof DOMException && cause.name === 'OperationError')
