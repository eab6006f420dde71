// What programme delivery sets: how booking works, the seasons, how tests are scored.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/queries'
import type { BookingSessionConfig } from '../../../api/wire'
import type { CivilDate } from '../../../academy/civil-date'

export type BookingSettings = Pick<
  BookingSessionConfig,
  | 'testSlots'
  | 'retestSlots'
  | 'daysAhead'
  | 'startDate'
  | 'retestDelay'
  | 'windowDays'
  | 'slotCapacity'
  | 'cancelCutoffMinutes'
>

export interface StoredSettings {
  settings: BookingSettings
  rev: number
}

export const settingsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'booking-settings'],
    queryFn: ({ signal }) => api.get<StoredSettings>('event/admin/settings', undefined, signal),
    // What is edited stays as it was read.
    staleTime: Infinity,
    gcTime: 0,
  })

export const saveSettings = (wanted: StoredSettings, idempotencyKey: string) =>
  api.put<StoredSettings>('event/admin/settings', wanted, { idempotencyKey })

/** The academy as tickets, letters and pages name it. */
export interface EventDetails {
  eventName: string
  eventLocationName: string
  eventLocationAddress: string
  eventLocationPostCode: string
  eventLocationContactNumber: string
  eventLocationContactEmail: string
  mapUrl: string
}

export const saveEvent = (details: EventDetails, idempotencyKey: string) =>
  api.put<EventDetails>('event/admin/event', details, { idempotencyKey })

export interface ListedSeason {
  season: number
  /** ISO; its first ten characters are the day in London. */
  start: string
  end: string
  builtIn: boolean
  running: boolean
  removable: boolean
  rev: number
}

export interface Seasons {
  seasons: ListedSeason[]
}

export const seasonsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'seasons'],
    queryFn: ({ signal }) => api.get<Seasons>('event/admin/seasons', undefined, signal),
    staleTime: 0,
  })

export interface WantedSeason {
  season: number
  start: CivilDate
  end: CivilDate
  rev?: number
}

export const addSeason = (wanted: WantedSeason, idempotencyKey: string) =>
  api.post<Seasons>('event/admin/seasons', wanted, { idempotencyKey })

export const changeSeason = (wanted: WantedSeason, idempotencyKey: string) =>
  api.put<Seasons>('event/admin/seasons', wanted, { idempotencyKey })

export const removeSeason = (season: number, idempotencyKey: string) =>
  api.delete<Seasons>('event/admin/seasons', { season }, { idempotencyKey })

/** How one test is scored. */
export interface Protocol {
  TestType: string
  unit: string
  decimals: number
  zero: number
  hundred: number
  low: number
  high: number
  attempts: number
}

export interface Protocols {
  version: number
  tests: Protocol[]
}

export const protocolsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'protocols-edited'],
    queryFn: ({ signal }) => api.get<Protocols>('event/admin/protocols', undefined, signal),
    staleTime: Infinity,
    gcTime: 0,
  })

export const saveProtocols = (wanted: Protocols, idempotencyKey: string) =>
  api.put<Protocols>('event/admin/protocols', wanted, { idempotencyKey })
