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

// Without a sign-in nothing is stored and no key is needed; the library is loaded with the first one.
const open = async () => {
  const { openDB } = await import('idb')
  return openDB(DATABASE, 1, {
    upgrade: (database) => {
      database.createObjectStore(STORE)
    },
  })
}

async function findOrMakeKey(): Promise<CryptoKey> {
  const database = await open()
  try {
    const found = (await database.get(STORE, KEY_NAME)) as CryptoKey | undefined
    if (found) return found
    const made = await makeKey()
    // Another tab may have been faster; the first key wins.
    const transaction = database.transaction(STORE, 'readwrite')
    const first = (await transaction.store.get(KEY_NAME)) as CryptoKey | undefined
    if (!first) await transaction.store.put(made, KEY_NAME)
    await transaction.done
    return first ?? made
  } finally {
    database.close()
  }
}

async function dropKey(): Promise<void> {
  const database = await open()
  try {
    await database.delete(STORE, KEY_NAME)
  } finally {
    database.close()
  }
}

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
