import { onlineManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { newKey } from '../../api/client'
import { ApiFailure } from '../../api/failure'
import { queryKeys } from '../../api/queries'
import { revealQuery, sendAct, type Act } from './wire'

interface Sent {
  act: Act
  key: string
  /** What to say once it is done; empty where the desk itself shows it. */
  said: string
}

const ACTS = [...queryKeys.mine, 'reveal-act']

const isOnline = () => onlineManager.isOnline()
const onChange = (changed: () => void) => onlineManager.subscribe(changed)

/** Nobody knows whether the server has done it: no answer came, or one of its own troubles. */
const unanswered = (error: Error | null) =>
  error instanceof ApiFailure && (error.status === 0 || error.status >= 500)

/**
 * The ceremony as the server has it, and the one act at a time that changes it. An act is under way until the server's
 * new state is here, so that the next press speaks of what is on the desk.
 */
export function useReveal() {
  const queries = useQueryClient()
  const query = useQuery(revealQuery())
  const online = useSyncExternalStore(onChange, isOnline)
  const [sent, setSent] = useState<Sent | null>(null)
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationKey: ACTS,
    mutationFn: ({ act, key }: Sent) => sendAct(act, key),
    // Without a network it fails at once: what was meant now must not happen later.
    networkMode: 'always',
    onSettled: () => queries.invalidateQueries({ queryKey: revealQuery().queryKey }),
  })
  const send = (next: Sent) => {
    if (!online || queries.isMutating({ mutationKey: ACTS }) > 0) return
    setSent(next)
    mutate(next)
  }
  return {
    query,
    online,
    /** The act under way, or the last one. */
    act: sent?.act ?? null,
    busy: isPending,
    error,
    /** What the last act has to say, once it is done. */
    said: isSuccess ? (sent?.said ?? '') : '',
    do: (act: Act, said = '') => send({ act, key: newKey(), said }),
    /** Sends the same act once more under its key, where nobody knows whether it was done. */
    again: sent && unanswered(error) ? () => send(sent) : null,
    dismiss: reset,
  }
}

export type Reveal = ReturnType<typeof useReveal>
