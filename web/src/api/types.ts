// What several features read from the server and send to it (RULES 4.12): schemas of the document, narrowed where it is loose.
import type { BookingSessionConfig, BookingType, Protocol, Protocols, Season } from '@sixfold/domain'
import type { Answer, BookingStatus, Narrow, Request } from './contract'

export type { BookingStatus, RoleId, Weekday } from './contract'
export type { BookingSessionConfig, BookingType, Season } from '@sixfold/domain'

export type EventEntry = Narrow<'EventEntry', { eventTestType: BookingType | null }>

/** The newest entry first. */
export type EventGroup = Narrow<'EventGroup', { eventList: EventEntry[] }>

export type SocialMediaHandle = Answer<'Handle'>

/**
 * Whether a booking would be accepted, and what has to be settled first, in that order; `code` is that of the booking
 * call.
 */
export type BookingEligibility = Narrow<'BookingEligibility', { mode: 'open' | 'assistance' | 'blocked' }>

export type UserProfile = Narrow<'Profile', { events: EventGroup[]; bookingEligibility: BookingEligibility }>

/** Fields of a profile to save. */
export type ProfileFields = Request<'ProfileBody'>

export type ConfigAnswer = Narrow<
  'EventConfig',
  {
    bookingSessionConfig: BookingSessionConfig
    site: SiteSettings
    seasons: Season[]
    protocols: { version: number; tests: Protocol[] }
  }
>

/** The public settings. A copy kept on the device may lack newer fields. */
export type EventConfig = Omit<ConfigAnswer, 'protocols' | 'pages' | 'wallets' | 'push' | 'texts'> & {
  protocols?: Protocols
  pages?: ConfigAnswer['pages']
  wallets?: ConfigAnswer['wallets']
  push?: ConfigAnswer['push']
  texts?: ConfigAnswer['texts']
}

export type ScreeningView = Narrow<'ScreeningView', { state: 'cleared' | 'not-cleared' | 'expired' }>

/** A profile as programme delivery sees it; 'N/A' where no health details are held. `rev` rises with every edit. */
export type StaffProfile = Narrow<'StaffProfile', { screening: ScreeningView | null; events: EventGroup[] }>

/** A session or a list of days, as an item of content. */
export type ScheduleItem = Narrow<
  'ScheduleItem',
  { elements: Record<string, { elementType?: string; value?: string; values?: string[] }> }
>

export type EventPlace = Answer<'EventInfo'>

export type SiteSettings = Narrow<'Site', { campaignLogo?: Record<string, unknown> | null }>

export type AvailableDay = Answer<'Day'>

export type BookingAnswer = Answer<'BookedAnswer'>

/** With the id of an open booking and another date or time it is a move. */
export type BookingPayload = Request<'BookingBody'> & {
  eventTestType?: BookingType
  eventTestStatus: BookingStatus
}

export type CancelPayload = Request<'CancelBody'>

interface ContentElement {
  elementType: string
  value?: unknown
  values?: unknown[]
  [key: string]: unknown
}

/** An item of the content hub; references are whole items when read with their context. */
export type ContentItem = Narrow<
  'Item',
  { status: 'draft' | 'ready'; tags: string[]; elements: Record<string, ContentElement> }
>

/** A row of a board (RULES 8.5); except on one's own row, `uaid` is null and the last name an initial. */
export type LeaderboardRow = Answer<'LeaderboardRow'>

export type Leaderboard = Answer<'Leaderboard'>

/** A completed test day. While its final is held, its athlete sees the measurements but no points. */
export type OwnResult = Answer<'FinalResult'>

export type OwnTest = Answer<'TestOutcome'>

/** The previous visit: its points and its day. */
export type PreviousScore = Answer<'Previous'>

/** One's own visits over time, and the field of one of them. */
export type OwnProgress = Answer<'Progress'>

/** A finished visit; none of them is held. */
export type Visit = Answer<'Visit'>

export type SeasonField = Answer<'SeasonField'>

/** One's own results, newest first. */
export type OwnResults = Answer<'Results'>
