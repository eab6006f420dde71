import { onlineManager, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { newKey } from '../../api/client/client'
import { normaliseFailure, unanswered } from '../../api/client/failure'
import { queryKeys } from '../../api/queries'
import { revealQuery, sendCommand, type RevealCommand } from './api'

interface Sent {
  act: RevealCommand
  /** Sent after it, in their order. */
  following: readonly RevealCommand[]
  /** Each press is a command of its own, even an equal one (`useOperation` would repeat the last): only `again` keeps it. */
  key: string
  /** What to say once it is done; empty where the desk itself shows it. */
  said: string
}

const ACTS = [...queryKeys.mine, 'reveal-act']

/**
 * For this long after a colleague's step, presses are not sent: they were meant for the step shown a moment ago, which
 * `expect` cannot tell once the desk has caught up.
 */
export const LOOK_FIRST_MS = 3_000

/** A colleague may have released the final meanwhile, which is what was wanted. */
function unlessReleased(cause: unknown): void {
  if (normaliseFailure(cause).errorCode !== 'NOTHING_HELD') throw cause
}

const isOnline = () => onlineManager.isOnline()
const onChange = (changed: () => void) => onlineManager.subscribe(changed)

/**
 * The ceremony on the server, and one command at a time that changes it. A command is running until the server's new
 * state has arrived, so that the next press refers to what the desk shows.
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
    mutationFn: async ({ act, following, key }: Sent) => {
      const answer = await sendCommand(act, key)
      for (const [index, next] of following.entries())
        await sendCommand(next, `${key}-${index + 1}`).catch(unlessReleased)
      return answer
    },
    onSuccess: ({ step }) => moved.expect(step),
    // It may have gone through anyway: the next step that appears can be this desk's own.
    onError: (cause) => {
      if (unanswered(cause)) moved.expect(null)
    },
    onSettled: (_, cause) => {
      const updated = queries.invalidateQueries({ queryKey: revealQuery().queryKey })
      // Where no answer came, the new state may take as long again.
      return unanswered(cause) ? undefined : updated
    },
  })
  const send = (next: Sent) => {
    if (!online || queries.isMutating({ mutationKey: ACTS }) > 0) return
    setSent(next)
    mutate(next)
  }
  return {
    query,
    online,
    /** The running command, or the last one. */
    act: sent?.act ?? null,
    busy: isPending,
    error,
    /** The message of the last command, once it is done. */
    said: isSuccess ? (sent?.said ?? '') : '',
    do: (act: RevealCommand, said = '', following: readonly RevealCommand[] = []) => {
      // The others asked for confirmation before.
      const pressed = 'action' in act && (act.action === 'next' || act.action === 'back')
      setLooking(pressed && moved.justNow())
      if (pressed && moved.justNow()) return reset()
      send({ act, following, key: newKey(), said })
    },
    /** Sends the same again under the same keys, if it is unknown whether it was done. */
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
    /** The next step is this desk's own; null if it may be anybody's. */
    expect: (next: number | null) => {
      known.current = next
    },
    justNow: () => Date.now() - at.current < LOOK_FIRST_MS,
  }
}

export type Reveal = ReturnType<typeof useReveal>
