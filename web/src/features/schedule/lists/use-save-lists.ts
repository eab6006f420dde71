import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newKey } from '../../../api/client/client'
import { queryKeys } from '../../../api/queries'
import { detailsOf } from '../../../api/refusal'
import { refreshSchedule } from '../../../api/schedule-key'
import { useOperation } from '../../../state/use-operation'
import { decidedWrite } from '../change/decided-write'
import { fetchListsImpact, saveLists, settingsQuery, type Decision, type StoredSettings } from '../api'
import { differences, takesOut, type Lists } from './weekly'

/** The request. Without decisions the impact is requested first. */
interface Attempt {
  /** The settings that the lists are saved over. */
  over: StoredSettings
  lists: Lists
  decisions: readonly Decision[] | null
}

/** `isOwn`: whether lists may come from an earlier save whose answer was lost. */
async function attempt({ over, lists, decisions }: Attempt, key: string, isOwn: (stored: Lists) => boolean) {
  const write = (base: StoredSettings, decided: readonly Decision[], once: string): Promise<StoredSettings> =>
    saveLists(base, lists, decided, once).catch((cause: unknown) => {
      const current = detailsOf(cause, 'SETTINGS_CHANGED')?.current
      // What is stored now comes from here: nobody else has changed it. The server repeats a refusal to its key, so that
      // this one may be older than the last save from here.
      if (!current || !isOwn(current.settings)) throw cause
      return write(current, decided, newKey())
    })
  const tried = await decidedWrite({
    // Only lists that lose a time affect bookings.
    decisions: takesOut(over.settings, lists) ? decisions : (decisions ?? []),
    impact: () => fetchListsImpact(lists),
    write: (decided) => write(over, decided, key),
  })
  return { ...tried, over, lists }
}

/** Saving the weekly lists: their impact, the decisions about it, and the write. */
export function useSaveLists(onSaved: (saved: StoredSettings) => void) {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof attempt>> | null>(null)
  const [unanswered, setUnanswered] = useState<readonly Lists[]>([])
  const isOwn = (stored: Lists) => unanswered.some((lists) => differences(stored, lists).length === 0)
  const write = (next: Attempt, key: string) => attempt(next, key, isOwn)
  const { run, reset, error, status } = useOperation(write, {
    onSuccess: (next) => {
      setOutcome(next)
      if (next.step !== 'written') return
      setUnanswered([])
      onSaved(next.written)
      queries.setQueryData(settingsQuery().queryKey, next.written)
      // Bookings may have been moved or cancelled with it.
      void refreshSchedule(queries, queryKeys.mine)
    },
    onError: (failure, { lists }) => {
      const isRefusal = failure.status >= 400 && failure.status < 500
      if (!isRefusal) setUnanswered((before) => [...before, lists])
      void refreshSchedule(queries, queryKeys.mine)
    },
  })
  const deciding = outcome?.step === 'decide' ? outcome : null
  const busy = status === 'loading'
  return {
    busy,
    error,
    deciding,
    /** Whether stored lists may come from a save here whose answer was lost. */
    isOwn,
    /** What happened to the bookings that the last save affected; null before the first. */
    decided: outcome?.step === 'written' ? outcome.decisions : null,
    start: (over: StoredSettings, lists: Lists) => {
      setOutcome(null)
      void run({ over, lists, decisions: null })
    },
    decide: (decisions: readonly Decision[]) =>
      deciding && void run({ over: deciding.over, lists: deciding.lists, decisions }),
    /** Forgets the last outcome. A save that is under way stays busy: it is stored regardless. */
    dismiss: () => {
      if (busy) return
      setOutcome(null)
      reset()
    },
  }
}
