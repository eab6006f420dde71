import { onlineManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { newKey } from '../../api/client'
import { ApiFailure } from '../../api/failure'
import { queryKeys } from '../../api/queries'
import { revealQuery, sendCommand, type RevealCommand } from './api'

interface Sent {
  act: RevealCommand
  key: string
  /** What to say once it is done; empty where the desk itself shows it. */
  said: string
}

const ACTS = [...queryKeys.mine, 'reveal-act']

/**
 * After a colleague has moved on, presses are not sent for so long: whoever pressed meant the step that stood there a moment ago,
 * and `expect` cannot tell once the desk has caught up.
 */
export const LOOK_FIRST_MS = 3_000

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
  const [looking, setLooking] = useState(false)
  const moved = useColleague(query.data?.running ? query.data.step : null)
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationKey: ACTS,
    mutationFn: ({ act, key }: Sent) => sendCommand(act, key),
    onSuccess: ({ step }) => moved.expect(step),
    // It may have gone through anyway: the next step that appears can be this desk's own.
    onError: (cause) => {
      if (unanswered(cause)) moved.expect(null)
    },
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
    do: (act: RevealCommand, said = '') => {
      // The others have asked before.
      const pressed = 'action' in act && (act.action === 'next' || act.action === 'back')
      setLooking(pressed && moved.justNow())
      if (pressed && moved.justNow()) return reset()
      send({ act, key: newKey(), said })
    },
    /** Sends the same act once more under its key, where nobody knows whether it was done. */
    again: sent && unanswered(error) ? () => send(sent) : null,
    /** A press was not sent, because a colleague had only just moved on. */
    looking,
    dismiss: () => {
      setLooking(false)
      reset()
    },
  }
}

/** Tells a step that a colleague has led to from one that this desk has. `step`: null while no ceremony is running. */
function useColleague(step: number | null) {
  const known = useRef(step)
  const at = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (known.current !== null && step !== null && known.current !== step) at.current = Date.now()
    known.current = step
  }, [step])
  return {
    /** The next step that comes is this desk's own; null where it may be any. */
    expect: (next: number | null) => {
      known.current = next
    },
    justNow: () => Date.now() - at.current < LOOK_FIRST_MS,
  }
}

export type Reveal = ReturnType<typeof useReveal>
