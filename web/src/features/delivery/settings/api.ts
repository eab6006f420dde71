// The calls about settings: how booking works, the academy, the seasons, how tests are scored.
import type { Answer, Narrow, Request } from '../../../api/contract'
import { reading, writing, type Query, type Write } from '../../../api/endpoints'
import { queryKeys } from '../../../api/queries'
import type { Season } from '../../../api/types'

export type BookingSettings = Answer<'BookingSettings'>

export type StoredSettings = Answer<'SettingsAnswer'>

export const settingsQuery = () =>
  reading('event/admin/settings', {
    queryKey: [...queryKeys.mine, 'booking-settings'],
    // A refetch would change the form while somebody fills it in.
    staleTime: Infinity,
    gcTime: 0,
  })

export const saveSettings = writing('put', 'event/admin/settings')

/** The academy as tickets, letters and pages name it. */
export type EventDetails = Omit<Answer<'EventInfo'>, 'eventId'>

/** Other details, and those that were there when the change was begun. */
export type EventEdit = EventDetails & { opened: EventDetails }

export const saveEvent = writing('put', 'event/admin/event')

/** `start` and `end` are instants; their first ten characters are the day in London. */
export type ListedSeason = Answer<'ListedSeason'> & Season

type SeasonList = Narrow<'SeasonsAnswer', { seasons: ListedSeason[] }>

export const seasonsQuery = (): Query<SeasonList> =>
  reading('event/admin/seasons', { queryKey: [...queryKeys.mine, 'seasons'], staleTime: 0 })

/** A season to store, its days as dates. */
export type SeasonEdit = Request<'SeasonBody'> & Season

export const addSeason: Write<SeasonEdit, SeasonList> = writing('post', 'event/admin/seasons')
export const changeSeason: Write<SeasonEdit, SeasonList> = writing('put', 'event/admin/seasons')
export const removeSeason = writing('delete', 'event/admin/seasons')

export type Protocol = Answer<'ProtocolBody'>

export type Protocols = Answer<'ProtocolSet'>

export const editedProtocolsQuery = () =>
  reading('event/admin/protocols', {
    queryKey: [...queryKeys.mine, 'protocols-edited'],
    staleTime: Infinity,
    gcTime: 0,
  })

export const saveProtocols = writing('put', 'event/admin/protocols')
