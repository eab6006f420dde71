import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../../api/queries'
import { detailsOf } from '../../../api/refusal'
import { scheduleKey } from '../../../api/schedule-key'
import { useOperation } from '../../../state/use-operation'
import { refusedDecision, type RefusedDecision } from '../change/refused-decision'
import {
  fetchListsImpact,
  saveLists,
  settingsQuery,
  type Decision,
  type HitBooking,
  type StoredSettings,
} from '../api'
import { takesOut, type Lists } from './weekly'

/** The request. Without decisions the impact is requested first. */
interface Attempt {
  /** The settings that the lists are saved over. */
  over: StoredSettings
  lists: Lists
  decisions: readonly Decision[] | null
}

/** Bookings wait for a decision. */
interface ToDecide {
  step: 'decide'
  over: StoredSettings
  lists: Lists
  bookings: readonly HitBooking[]
  refused: RefusedDecision | null
}

/** The lists are stored. */
interface Done {
  step: 'done'
  saved: StoredSettings
  decisions: readonly Decision[]
}

async function attempt({ over, lists, decisions }: Attempt, key: string): Promise<ToDecide | Done> {
  const toDecide = (bookings: readonly HitBooking[], refused: RefusedDecision | null): ToDecide => ({
    step: 'decide',
    over,
    lists,
    bookings,
    refused,
  })
  if (decisions === null && takesOut(over.settings, lists)) {
    const { bookings } = await fetchListsImpact(lists)
    if (bookings.length > 0) return toDecide(bookings, null)
  }
  try {
    const saved = await saveLists(over, lists, decisions ?? [], key)
    return { step: 'done', saved, decisions: decisions ?? [] }
  } catch (cause) {
    // Somebody booked meanwhile.
    const hit = detailsOf(cause, 'BOOKINGS_HIT')?.bookings
    if (hit) return toDecide(hit, null)
    // A suggested place has gone: look up the others again.
    const refused = refusedDecision(cause)
    if (!refused) throw cause
    const { bookings } = await fetchListsImpact(lists)
    return toDecide(bookings, refused)
  }
}

/** Saving the weekly lists: their impact, the decisions about it, and the write. */
export function useSaveLists(onSaved: (saved: StoredSettings) => void) {
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<ToDecide | Done | null>(null)
  const { run, reset, error, status } = useOperation(attempt, {
    onSuccess: (next) => {
      setOutcome(next)
      if (next.step !== 'done') return
      onSaved(next.saved)
      queries.setQueryData(settingsQuery().queryKey, next.saved)
      for (const queryKey of [scheduleKey, queryKeys.config, queryKeys.availability])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const deciding = outcome?.step === 'decide' ? outcome : null
  return {
    busy: status === 'loading',
    error,
    deciding,
    /** What happened to the bookings that the last save affected; null before the first. */
    decided: outcome?.step === 'done' ? outcome.decisions : null,
    start: (over: StoredSettings, lists: Lists) => {
      setOutcome(null)
      void run({ over, lists, decisions: null })
    },
    decide: (decisions: readonly Decision[]) =>
      deciding && void run({ over: deciding.over, lists: deciding.lists, decisions }),
    dismiss: () => {
      setOutcome(null)
      reset()
    },
  }
}
