import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../../api/queries'
import { detailsOf } from '../../../api/refusal'
import { scheduleKey } from '../../../api/schedule-key'
import { useOperation } from '../../../state/use-operation'
import { changesOf, takenBack, type Edit } from '../edit'
import { refusedDecision, type RefusedDecision } from './refused-decision'
import { send } from './send'
import { fetchImpact, type Decision, type HitBooking } from '../api'

/** The request. Without decisions the impact is requested first. */
interface Attempt {
  edit: Edit
  decisions: readonly Decision[] | null
}

/** Bookings wait for a decision. */
interface ToDecide {
  step: 'decide'
  edit: Edit
  bookings: readonly HitBooking[]
  refused: RefusedDecision | null
}

/** The change is stored. */
interface Done {
  step: 'done'
  edit: Edit
  decisions: readonly Decision[]
  /** Restores the schedule; letters are not withdrawn, and moved athletes stay moved. */
  back: Edit | null
}

type AttemptResult = ToDecide | Done

async function attempt({ edit, decisions }: Attempt, key: string): Promise<AttemptResult> {
  const toDecide = (bookings: readonly HitBooking[], refused: RefusedDecision | null): ToDecide => ({
    step: 'decide',
    edit,
    bookings,
    refused,
  })
  if (decisions === null) {
    const { bookings } = await fetchImpact(changesOf(edit))
    if (bookings.length > 0) return toDecide(bookings, null)
  }
  try {
    const stored = await send(edit, decisions ?? [], key)
    return { step: 'done', edit, decisions: decisions ?? [], back: takenBack(edit, stored) }
  } catch (cause) {
    // Somebody booked meanwhile.
    const hit = detailsOf(cause, 'BOOKINGS_HIT')?.bookings
    if (hit) return toDecide(hit, null)
    // A suggested place has gone: look up the others again.
    const refused = refusedDecision(cause)
    if (!refused) throw cause
    const { bookings } = await fetchImpact(changesOf(edit))
    return toDecide(bookings, refused)
  }
}

/** One change of the schedule at a time: its impact, the decisions about it, the write, and Undo. */
export function useChange() {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<AttemptResult | null>(null)
  const [last, setLast] = useState<Attempt | null>(null)
  const operation = useOperation(attempt, {
    onSuccess: async (next) => {
      if (next.step === 'done')
        await Promise.all(
          [scheduleKey, queryKeys.config, queryKeys.availability].map((queryKey) =>
            queries.invalidateQueries({ queryKey }),
          ),
        )
      setOutcome(next)
    },
    onError: () => void queries.invalidateQueries({ queryKey: scheduleKey }),
  })
  const deciding = outcome?.step === 'decide' ? outcome : null
  const busy = operation.status === 'loading'
  const run = (next: Attempt) => {
    if (busy) return
    if (next.decisions === null) setOutcome(null)
    setLast(next)
    void operation.run(next)
  }
  const dismiss = () => {
    setOutcome(null)
    operation.reset()
  }
  return {
    /** The edit that is drawn already while its impact, its decisions and the write are pending. */
    under: busy && last ? last.edit : (deciding?.edit ?? null),
    busy,
    deciding,
    done: outcome?.step === 'done' ? outcome : null,
    /** The edit that failed, and why. */
    failed: operation.error && last ? { edit: last.edit, error: operation.error } : null,
    start: (edit: Edit) => run({ edit, decisions: null }),
    decide: (edit: Edit, decisions: readonly Decision[]) => run({ edit, decisions }),
    /** Sends the failed edit again. */
    again: () => last && run(last),
    dismiss,
  }
}

export type ScheduleChange = ReturnType<typeof useChange>
