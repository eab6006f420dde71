import type { ApiFailure } from '../api/client/failure'

/** Every operation is in one of these (RULES 13.6). */
export type OperationStatus = 'idle' | 'loading' | 'succeeded' | 'failed'

/** How an operation ended; a failure is a value, never an exception. */
export type Outcome<T> = { ok: true; data: T } | { ok: false; error: ApiFailure }
