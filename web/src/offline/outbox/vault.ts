/**
 * The database of the in-store screen, with its own key: everything in it is encrypted. Signing out does not touch it:
 * unsent scores outlive the session in which they were typed.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction } from 'idb'
import { canSeal, makeKey, seal, unseal, type Sealed } from '../../state/storage/sealed.ts'
import { OutboxError } from './types.ts'

/** A queued write: the idempotency key is plain, as it binds the rest. */
export interface Row extends Sealed {
  key: string
}

interface Schema extends DBSchema {
  /** By their place in the queue, which the database gives out and never gives out again. */
  entries: { key: number; value: Row }
  /** The screen's own state and the day's list. */
  kept: { key: string; value: Sealed }
  keys: { key: string; value: CryptoKey }
  /** Which tab sends, where the browser has no locks. */
  lease: { key: string; value: { holder: string; until: number } }
}

export type Database = IDBPDatabase<Schema>
export type Transaction = IDBPTransaction<Schema, ('entries' | 'kept')[], 'readwrite'>

const KEY = 'outbox'
const PROOF = 'proof'
const TAG_BYTES_MIN = 16

/** What a value of the screen is encrypted for. */
export const valuePlace = (name: string): string => `kept:${name}`

async function keyOf(database: Database): Promise<CryptoKey> {
  const found = await database.get('keys', KEY)
  if (found) return found
  const made = await makeKey()
  // Another tab may have been faster; the first key wins.
  const transaction = database.transaction('keys', 'readwrite', { durability: 'strict' })
  const first = await transaction.store.get(KEY)
  if (!first) await transaction.store.put(made, KEY)
  await transaction.done
  return first ?? made
}

const isSealedUnder = (key: CryptoKey, sealed: Sealed): Promise<boolean> =>
  unseal(key, sealed).then(
    () => true,
    () => false,
  )

/** One open database with its key. */
export class Vault {
  readonly name: string
  #open: Promise<{ database: Database; key: CryptoKey }> | null = null
  #closed = false
  // Sealed when the database was first opened: a database whose key does not open it is another one.
  #proof: Sealed | null = null
  #deletions = 0

  constructor(name: string) {
    this.name = name
  }

  /** Opens the database, or gives the open one; one that the browser has closed is opened again. */
  #opened(): Promise<{ database: Database; key: CryptoKey }> {
    if (this.#closed) return Promise.reject(new OutboxError('CLOSED'))
    if (!canSeal()) return Promise.reject(new OutboxError('NO_ENCRYPTION'))
    this.#open ??= this.#connect().catch((cause: unknown) => {
      this.#open = null
      throw cause
    })
    return this.#open
  }

  async #connect(): Promise<{ database: Database; key: CryptoKey }> {
    const forget = () => (this.#open = null)
    const database = await openDB<Schema>(this.name, 1, {
      upgrade: (fresh) => {
        fresh.createObjectStore('entries', { autoIncrement: true })
        fresh.createObjectStore('kept')
        fresh.createObjectStore('keys')
        fresh.createObjectStore('lease')
      },
      // A later version of the page, in another tab, must not wait for this one.
      blocking: () => {
        forget()
        database.close()
      },
      terminated: forget,
    })
    const key = await keyOf(database)
    if (this.#proof === null || !(await isSealedUnder(key, this.#proof))) {
      if (this.#proof !== null) this.#deletions += 1
      this.#proof = await seal(key, PROOF)
    }
    return { database, key }
  }

  /** How often the browser has deleted the database under this page: what was in it is only in memory then. */
  async deletions(): Promise<number> {
    await this.#opened()
    return this.#deletions
  }

  async database(): Promise<Database> {
    return (await this.#opened()).database
  }

  /** Seals a JSON text for one place: what is moved elsewhere cannot be opened there. */
  async seal(json: string, place: string): Promise<Sealed> {
    const { key } = await this.#opened()
    return seal(key, json, place)
  }

  /** Throws if it is damaged or was encrypted for another place. */
  async unseal(sealed: Sealed, place: string): Promise<unknown> {
    const { key } = await this.#opened()
    if (sealed.bytes.byteLength < TAG_BYTES_MIN) throw new TypeError('too short to have been sealed')
    return JSON.parse(await unseal(key, sealed, place)) as unknown
  }

  /** One transaction over what is queued and what is kept, on the disk when it resolves. */
  async write(act: (transaction: Transaction) => Promise<unknown>): Promise<void> {
    const database = await this.database()
    const transaction = database.transaction(['entries', 'kept'], 'readwrite', { durability: 'strict' })
    // Whichever fails first says why; the other must not go unheard.
    const done = transaction.done
    done.catch(() => undefined)
    try {
      await act(transaction)
    } catch (cause) {
      try {
        transaction.abort()
      } catch {
        // It has ended by itself.
      }
      throw cause
    }
    await done
  }

  /** A value of the screen's own; null when there is none or it cannot be read any more. */
  async readValue(name: string): Promise<unknown> {
    const database = await this.database()
    const sealed = await database.get('kept', name)
    if (!sealed) return null
    return await this.unseal(sealed, valuePlace(name)).catch(() => null)
  }

  async storeValue(name: string, value: unknown): Promise<void> {
    const sealed = await this.seal(JSON.stringify(value), valuePlace(name))
    await this.write((transaction) => transaction.objectStore('kept').put(sealed, name))
  }

  async dropValue(name: string): Promise<void> {
    await this.write((transaction) => transaction.objectStore('kept').delete(name))
  }

  close(): void {
    this.#closed = true
    void this.#open?.then(({ database }) => database.close()).catch(() => undefined)
    this.#open = null
  }
}

/** What went wrong with the store, as the outbox says it. */
export function storeError(cause: unknown): OutboxError {
  if (cause instanceof OutboxError) return cause
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : ''
  return new OutboxError(name === 'QuotaExceededError' ? 'NO_SPACE' : 'NO_STORE', cause)
}
