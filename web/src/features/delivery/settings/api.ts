// The calls about settings: how booking works, the academy, the seasons, how tests are scored.
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../api/client/client'
import type { Answer, Narrow, Request } from '../../../api/contract'
import { queryKeys } from '../../../api/queries'
import type { Season } from '../../../api/types'

export type BookingSettings = Answer<'BookingSettings'>

export type StoredSettings = Answer<'SettingsAnswer'>

export const settingsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'booking-settings'],
    queryFn: ({ signal }) => api.get('event/admin/settings', { signal }),
    // A refetch would change the form while somebody fills it in.
    staleTime: Infinity,
    gcTime: 0,
  })

export const saveSettings = (settings: StoredSettings, idempotencyKey: string) =>
  api.put('event/admin/settings', settings, { idempotencyKey })

/** The academy as tickets, letters and pages name it. */
export type EventDetails = Omit<Answer<'EventInfo'>, 'eventId'>

/** Other details, and those that were there when the change was begun. */
export type EventEdit = EventDetails & { opened: EventDetails }

export const saveEvent = (edit: EventEdit, idempotencyKey: string) =>
  api.put('event/admin/event', edit, { idempotencyKey })

/** `start` and `end` are instants; their first ten characters are the day in London. */
export type ListedSeason = Answer<'ListedSeason'> & Season

type SeasonList = Narrow<'SeasonsAnswer', { seasons: ListedSeason[] }>

export const seasonsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'seasons'],
    queryFn: ({ signal }): Promise<SeasonList> => api.get('event/admin/seasons', { signal }),
    staleTime: 0,
  })

/** A season to store, its days as dates. */
export type SeasonEdit = Request<'SeasonBody'> & Season

export const addSeason = (season: SeasonEdit, idempotencyKey: string): Promise<SeasonList> =>
  api.post('event/admin/seasons', season, { idempotencyKey })

export const changeSeason = (season: SeasonEdit, idempotencyKey: string): Promise<SeasonList> =>
  api.put('event/admin/seasons', season, { idempotencyKey })

export const removeSeason = (season: number, idempotencyKey: string): Promise<SeasonList> =>
  api.delete('event/admin/seasons', { season }, { idempotencyKey })

export type Protocol = Answer<'ProtocolBody'>

export type Protocols = Answer<'ProtocolSet'>

export const editedProtocolsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'protocols-edited'],
    queryFn: ({ signal }) => api.get('event/admin/protocols', { signal }),
    staleTime: Infinity,
    gcTime: 0,
  })

export const saveProtocols = (protocols: Protocols, idempotencyKey: string) =>
  api.put('event/admin/protocols', protocols, { idempotencyKey })
