import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../../api/client/client'
import { learnServerNow } from '../../api/clock'
import { isOnline, onNetwork } from '../../api/client/network'
import { OUTBOX_DATABASE } from '../outbox/database.ts'
import { DayList } from './day-list.ts'
import type { Day, DayAnswer, DayState } from './types.ts'

const nothing = () => undefined

/** Asks for today's list once more, without the contacts that are known; a failure leaves what is there. */
const renew = (): Promise<void> => theDayList().renew().then(nothing, nothing)

const TICK_MS = 30_000
const RENEW_MS = 5 * 60_000

let dayList: DayList | null = null

function theDayList(): DayList {
  dayList ??= new DayList({
    database: OUTBOX_DATABASE,
    clock: Date.now,
    fetchPage: async (query) => {
      const page: DayAnswer = await api.get('event/admin/day', { query })
      learnServerNow(page.now)
      return page
    },
  })
  return dayList
}

/** Fetches all of today's list with the contacts and stores it encrypted on this tablet. */
export const loadDay = (): Promise<Day> => theDayList().load()

/** Fetches it again; the contacts only if there are new athletes or the known ones are old. */
export const renewDay = (): Promise<Day> => theDayList().renew()

/** The day's list, kept fresh while a screen shows it and there is a network. */
export function useDay(): DayState & { refresh: () => Promise<void>; renew: () => Promise<void> } {
  const own = theDayList()
  const state = useSyncExternalStore(own.subscribe, own.state)
  useEffect(() => {
    let stopped = false
    const renew = () => {
      // A list that an earlier page kept is asked for again whatever its age: its contacts may have been erased.
      const { age, askedAt } = own.state()
      const isFresh = askedAt !== null && age !== null && age < RENEW_MS
      if (stopped || !isOnline() || isFresh) return
      void own.keepFresh().catch(() => undefined)
    }
    const look = () => void own.tick().then(renew)
    void own.open().then(renew)
    const ticking = window.setInterval(look, TICK_MS)
    const stopNetwork = onNetwork(look)
    document.addEventListener('visibilitychange', look)
    return () => {
      stopped = true
      window.clearInterval(ticking)
      stopNetwork()
      document.removeEventListener('visibilitychange', look)
    }
  }, [own])
  return { ...state, refresh: () => own.load().then(nothing), renew }
}
