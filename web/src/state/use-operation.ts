import { useMutation, type MutationOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { newKey } from '../api/client/client'
import { normaliseFailure, type ApiFailure } from '../api/client/failure'
import { useFreshSignIn } from './fresh-sign-in'
import type { OperationStatus, Outcome } from './operation'

export interface Operation<I, O> {
  status: OperationStatus
  /** Code, message and field of the last failure, normalised as RULES 13.6 says; null unless it failed. */
  error: ApiFailure | null
  data: O | undefined
  /** Runs it; resolves with how it ended. */
  run: (input: I) => Promise<Outcome<O>>
  reset: () => void
}

const STATUS = { idle: 'idle', pending: 'loading', success: 'succeeded', error: 'failed' } as const

/**
 * The idempotency key of one write. A retry of the same input keeps its key, so that a booking whose answer was lost is
 * not made twice. Once the server has answered, the next try has a new key: the server remembers successes, 409 and 422
 * for thirty days, and would repeat them.
 */
export class KeyRing {
  readonly #make: () => string
  #kept: { input: string; key: string } | null = null

  constructor(make: () => string) {
    this.#make = make
  }

  keyFor(input: unknown): string {
    const text = JSON.stringify(input) ?? ''
    if (this.#kept?.input !== text) this.#kept = { input: text, key: this.#make() }
    return this.#kept.key
  }

  /** The server answered the request that had `key` with this status; 0 for no answer. */
  answered(key: string, status: number): void {
    const remembered = (status >= 200 && status < 300) || status === 409 || status === 422
    if (remembered && this.#kept?.key === key) this.#kept = null
  }
}

/**
 * One write to the server with its status and its error (RULES 13.6), and with its idempotency key. `input` has to hold
 * everything that the request says and that may change between two tries: the same input is the same request. One that needs a
 * fresh sign-in is offered it (RULES 10.2).
 */
export function useOperation<I = void, O = unknown>(
  write: (input: I, key: string) => Promise<O>,
  options: Pick<
    MutationOptions<O, ApiFailure, I>,
    'onSuccess' | 'onError' | 'onSettled' | 'mutationKey'
  > = {},
): Operation<I, O> {
  const [keys] = useState(() => new KeyRing(newKey))
  const mutation = useMutation<O, ApiFailure, I>({
    ...options,
    mutationFn: async (input) => {
      const key = keys.keyFor(input)
      try {
        const data = await write(input, key)
        keys.answered(key, 200)
        return data
      } catch (cause) {
        const failure = normaliseFailure(cause)
        keys.answered(key, failure.status)
        if (failure.errorCode === 'SIGN_IN_AGAIN') useFreshSignIn.getState().ask()
        throw failure
      }
    },
  })
  return {
    status: STATUS[mutation.status],
    error: mutation.error,
    data: mutation.data,
    reset: mutation.reset,
    run: (input) =>
      mutation.mutateAsync(input).then(
        (data) => ({ ok: true as const, data }),
        (error: unknown) => ({ ok: false as const, error: normaliseFailure(error) }),
      ),
  }
}
