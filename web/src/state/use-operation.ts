import { useMutation, type MutationOptions } from '@tanstack/react-query'
import { normaliseFailure, type ApiFailure } from '../api/failure'
import type { OperationStatus, Outcome } from './operation'

export interface Operation<I, O> {
  status: OperationStatus
  /** Code, message and field of the last failure, normalised as spec §8 says; null unless it failed. */
  error: ApiFailure | null
  data: O | undefined
  /** Runs it; resolves with how it ended. */
  run: (input: I) => Promise<Outcome<O>>
  reset: () => void
}

const STATUS = { idle: 'idle', pending: 'loading', success: 'succeeded', error: 'failed' } as const

/** One write to the server with its status and its error (spec §4). */
export function useOperation<I = void, O = unknown>(
  write: (input: I) => Promise<O>,
  options: Pick<MutationOptions<O, ApiFailure, I>, 'onSuccess' | 'onError' | 'mutationKey'> = {},
): Operation<I, O> {
  const mutation = useMutation<O, ApiFailure, I>({
    ...options,
    mutationFn: async (input) => {
      try {
        return await write(input)
      } catch (cause) {
        throw normaliseFailure(cause)
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
