/**
 * The content of the outbox, and what it needs: every write of the in-store screen that the server has not accepted
 * yet.
 */
import type { TestType } from '@sixfold/domain'

export type { TestType }

/** One call to the server, as it would be made alone. */
export interface Write {
  method: 'POST'
  /** With `/api`, for instance `/api/event/admin/test`. */
  path: string
  body: Record<string, unknown>
}

/** Whom a write is about, for the screen: never sent. */
export interface About {
  kind: 'onboard' | 'test' | 'final' | 'decline' | 'undoDecline' | 'release' | 'request'
  uaid: string
  /** Writes of one booking keep their order even when one of them has to wait. */
  bookingId: string
  name: string
  test?: TestType
}

/** What the server said against a write. */
export interface Refusal {
  /** The HTTP status of the call; 0 when nothing was sent. */
  status: number
  code: string
  message: string
  /** All of the envelope's `error`: `current` holds what is stored instead. */
  error: Record<string, unknown>
}

export interface Entry {
  /** UUIDv7; the server applies a write with this key once, however often it comes. */
  key: string
  /** Its place in the queue. */
  seq: number
  write: Write
  about: About
  /** Milliseconds by the tablet's clock. */
  recordedAt: number
  state: 'waiting' | 'refused'
  /** How often it was sent since this page began. */
  tries: number
  refusal?: Refusal
  /** Why it still waits, when the server answered for it and it has to be tried again. */
  lastRefusal?: Refusal
}

export interface OutboxStatus {
  /** In their order. */
  entries: readonly Entry[]
  waiting: number
  refused: number
  sending: boolean
  /** When the server last answered, in milliseconds by the tablet's clock. */
  lastSync: number | null
  /** The session is over: nothing is sent until somebody has signed in. */
  needsSignIn: boolean
  /** The account that is signed in may not record, or no longer: what waits is tried again, perhaps by another one. */
  forbidden: boolean
  /** There is a network and the server answered when it was last asked. */
  online: boolean
  /** Why nothing can be stored, as a sentence; null when all is well. */
  broken: string | null
}

/** One call as `event/admin/sync` takes it. */
export interface SyncItem {
  method: 'POST'
  path: string
  key: string
  body: Record<string, unknown>
  recordedAt: number
  device: string
}

/** What came back for one batch. */
export interface SyncAnswer {
  /** The HTTP status of the whole batch. */
  status: number
  retryAfterS: number | null
  /** The whole answer, parsed; null when it could not be read. */
  body: unknown
}

/** Sends one batch; throws when there was no answer. */
export type SendBatch = (items: readonly SyncItem[]) => Promise<SyncAnswer>

/** As much of `navigator.locks` as is used. */
export interface Locks {
  request: (
    name: string,
    options: { ifAvailable: boolean },
    act: (lock: unknown) => Promise<void>,
  ) => Promise<unknown>
}

export interface OutboxDeps {
  /** The name of the IndexedDB database. */
  database: string
  send: SendBatch
  /** Milliseconds since 1970 by the tablet's clock: recorded, never relied on for order. */
  clock: () => number
  /** At least 0, below 1. */
  random: () => number
  isOnline: () => boolean
  /** Gives up what this device can fetch again, when it is full. */
  makeRoom?: () => Promise<void>
  /** `navigator.locks`; null where there are none. */
  locks?: Locks | null
  /** Calls back after `ms` milliseconds; returns a function that cancels it. */
  later?: (ms: number, act: () => void) => () => void
}

/** How a refused entry is settled; `again` and another body go to the end of the queue under a new key. */
type Resolution = 'drop' | 'again' | { body: Record<string, unknown> }

/** What somebody has decided about one entry. */
export interface Decision {
  key: string
  how: Resolution
}

export type OutboxErrorCode =
  'NO_ENCRYPTION' | 'NO_SPACE' | 'NO_STORE' | 'CLOSED' | 'ENTRY_UNKNOWN' | 'ENTRY_WAITING' | 'ENTRY_DAMAGED'

const SENTENCES: Record<OutboxErrorCode, string> = {
  NO_ENCRYPTION: 'This browser cannot encrypt scores here, so nothing is kept without a network.',
  NO_SPACE: 'This tablet is full. Free some space: the last entry was not kept.',
  NO_STORE: 'This tablet could not keep the entry. Write the score down, then reload the page.',
  CLOSED: 'This page no longer has its entries. Reload it.',
  ENTRY_UNKNOWN: 'That entry is gone: it was sent or sorted out in the meantime.',
  ENTRY_WAITING: 'That entry is still on its way. Wait for the answer.',
  ENTRY_DAMAGED: 'That entry cannot be read any more, so it cannot be sent. Enter the score again.',
}

/** Why the outbox did not do what it was asked. */
export class OutboxError extends Error {
  readonly code: OutboxErrorCode

  constructor(code: OutboxErrorCode, cause?: unknown) {
    super(SENTENCES[code], { cause })
    this.name = 'OutboxError'
    this.code = code
  }
}
