/**
 * Local storage that only this browser can read. Writes run one after the other; a purge raises the generation, so that a
 * write which was under way cannot land after it.
 */
import type { PersistStorage, StorageValue } from 'zustand/middleware'
import { deviceStorage } from './browser-storage'
import { canSeal, makeKey, seal, unseal } from './sealed'

/** The version of what is kept (RULES 10.7). */
export const PERSIST_VERSION = 1

const PREFIX = 'sixfold.'
const DATABASE = 'sixfold-keys'
const STORE = 'keys'
const KEY_NAME = `state-${PERSIST_VERSION}`

const result = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB gives no reason'))
  })

/** Runs one transaction. Every first load of somebody signed in does this, so it is done without a library. */
async function within<T>(mode: IDBTransactionMode, work: (keys: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await result(opening)
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE))
  } finally {
    database.close()
  }
}

const find = (keys: IDBObjectStore) => result<CryptoKey | undefined>(keys.get(KEY_NAME))

async function findOrMakeKey(): Promise<CryptoKey> {
  const found = await within('readonly', find)
  if (found) return found
  const made = await makeKey()
  // Another tab may have been faster; the first key wins.
  return within('readwrite', async (keys) => {
    const first = await find(keys)
    if (!first) await result(keys.put(made, KEY_NAME))
    return first ?? made
  })
}

const dropKey = (): Promise<void> => within('readwrite', (keys) => result(keys.delete(KEY_NAME)))

const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

let generation = 0
let queue: Promise<void> = Promise.resolve()
let key: Promise<CryptoKey> | null = null

function currentKey(): Promise<CryptoKey> {
  key ??= findOrMakeKey().catch((cause: unknown) => {
    key = null
    throw cause
  })
  return key
}

/** The stored format: the initialisation vector, a point, the encrypted text. */
async function sealText(text: string, name: string): Promise<string> {
  const { iv, bytes } = await seal(await currentKey(), text, name)
  return `${toBase64(iv)}.${toBase64(new Uint8Array(bytes))}`
}

async function unsealText(text: string, name: string): Promise<string> {
  const [iv = '', sealed = ''] = text.split('.')
  return unseal(await currentKey(), { iv: fromBase64(iv), bytes: fromBase64(sealed).buffer }, name)
}

async function write(name: string, text: string, born: number): Promise<void> {
  if (born !== generation) return
  const sealed = await sealText(text, name)
  if (born === generation) deviceStorage.set(PREFIX + name, sealed)
}

/** A storage for zustand's `persist`; what cannot be read any more counts as absent. */
export function sealedStorage<T>(): PersistStorage<T> {
  return {
    async getItem(name) {
      if (!canSeal()) return null
      const text = deviceStorage.get(PREFIX + name)
      if (text === null) return null
      try {
        return JSON.parse(await unsealText(text, name)) as StorageValue<T>
      } catch {
        if (deviceStorage.get(PREFIX + name) === text) deviceStorage.remove(PREFIX + name)
        return null
      }
    },
    setItem(name, value) {
      if (!canSeal()) return
      const born = generation
      const text = JSON.stringify(value)
      queue = queue.then(() => write(name, text, born)).catch(() => undefined)
    },
    removeItem(name) {
      deviceStorage.remove(PREFIX + name)
    },
  }
}

/** Resolves when every write so far has landed. */
export const flushSealedStorage = (): Promise<void> => queue

/** Drops the writes under way and looks the key up again: another tab may have purged it. */
export function dropSealedWrites(): void {
  generation += 1
  key = null
}

/** Removes everything that was kept and its key; writes under way are dropped. */
export async function purgeSealedStorage(): Promise<void> {
  dropSealedWrites()
  for (const name of deviceStorage.names()) {
    if (name.startsWith(PREFIX)) deviceStorage.remove(name)
  }
  if (!canSeal()) return
  queue = queue.then(dropKey).catch(() => undefined)
  await queue
}
