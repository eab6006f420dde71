import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../../api/queries'
import { refreshSchedule } from '../../../api/schedule-key'
import { useOperation } from '../../../state/use-operation'
import { changesOf, takenBack, type Edit } from '../edit'
import { decidedWrite, type ToDecide } from './decided-write'
import { send, type UnansweredDays } from './send'
import { fetchImpact, type Decision } from '../api'

/** The request. Without decisions the impact is requested first. */
interface Attempt {
  edit: Edit
  decisions: readonly Decision[] | null
}

/** The change is stored. */
interface Done {
  step: 'done'
  decisions: readonly Decision[]
  /** Restores the schedule; letters are not withdrawn, and moved athletes stay moved. */
  back: Edit | null
}

async function attempt(
  { edit, decisions }: Attempt,
  key: string,
  unansweredDays: UnansweredDays,
): Promise<(ToDecide | Done) & { edit: Edit }> {
  const tried = await decidedWrite({
    decisions,
    impact: () => fetchImpact(changesOf(edit)),
    write: (decided) => send(edit, decided, key, unansweredDays),
  })
  if (tried.step === 'decide') return { ...tried, edit }
  return { step: 'done', edit, decisions: tried.decisions, back: takenBack(edit, tried.written) }
}

/** One change of the schedule at a time: its impact, the decisions about it, the write, and Undo. */
export function useChange() {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof attempt>> | null>(null)
  const [last, setLast] = useState<Attempt | null>(null)
  const [unansweredDays] = useState<UnansweredDays>(() => new Map())
  const write = (next: Attempt, key: string) => attempt(next, key, unansweredDays)
  const operation = useOperation(write, {
    onSuccess: async (next) => {
      // Bookings may have been moved or cancelled with it.
      if (next.step === 'done') await refreshSchedule(queries, queryKeys.mine)
      setOutcome(next)
    },
    onError: () => void queries.invalidateQueries({ queryKey: queryKeys.mine }),
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
