/** Entries to database rows and back. A row that cannot be read any more is shown as a refused entry. */
import { OutboxError, type Entry } from './types.ts'
import type { Row, Vault } from './vault.ts'

/** What a row was encrypted for: its key is stored beside it in plain text. */
const place = (key: string) => `entry:${key}`

/** The code of an entry that cannot be read any more. */
export const DAMAGED = 'ENTRY_DAMAGED'

type Content = Pick<Entry, 'write' | 'about' | 'recordedAt' | 'state' | 'refusal'>

/** An entry that has no place in the queue yet. */
export type Unplaced = Omit<Entry, 'seq'>

export async function sealRow(vault: Vault, entry: Unplaced): Promise<Row> {
  const { write, about, recordedAt, state, refusal } = entry
  const content: Content = { write, about, recordedAt, state, ...(refusal ? { refusal } : {}) }
  return { key: entry.key, ...(await vault.seal(JSON.stringify(content), place(entry.key))) }
}

function isContent(value: unknown): value is Content {
  if (typeof value !== 'object' || value === null) return false
  const { write, about, state } = value as Partial<Content>
  return (
    typeof write?.path === 'string' &&
    typeof write.body === 'object' &&
    typeof about?.kind === 'string' &&
    (state === 'waiting' || state === 'refused')
  )
}

async function openRow(vault: Vault, seq: number, row: Row): Promise<Entry> {
  try {
    const content = await vault.unseal(row, place(row.key))
    if (isContent(content)) return { ...content, key: row.key, seq, tries: 0 }
  } catch (cause) {
    // Only the row's own fault makes it a damaged one.
    if (cause instanceof OutboxError) throw cause
  }
  return damaged(seq, row)
}

function damaged(seq: number, row: Partial<Row> | undefined): Entry {
  const key = typeof row?.key === 'string' ? row.key : `damaged-${seq}`
  const message = new OutboxError(DAMAGED).message
  return {
    key,
    seq,
    write: { method: 'POST', path: '', body: {} },
    about: { kind: 'test', uaid: '', bookingId: '', name: '' },
    recordedAt: 0,
    state: 'refused',
    tries: 0,
    refusal: { status: 0, code: DAMAGED, message, error: { errorCode: DAMAGED, errorMessage: message } },
  }
}

/** Every row there is, or those at the given places. */
export async function readRows(vault: Vault, seqs?: readonly number[]): Promise<Entry[]> {
  const database = await vault.database()
  const transaction = database.transaction('entries')
  const found = seqs
    ? await Promise.all(seqs.map(async (seq) => [seq, await transaction.store.get(seq)] as const))
    : await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()]).then(([keys, rows]) =>
        keys.map((seq, at) => [seq, rows[at]] as const),
      )
  await transaction.done
  const there = found.filter((pair): pair is readonly [number, Row] => pair[1] !== undefined)
  return Promise.all(there.map(([seq, row]) => openRow(vault, seq, row)))
}
