/**
 * The shapes on the wire (RULES 4.12), as far as the first release uses them. Field names are
 * letter for letter. Dates are `YYYY-MM-DD`, times `HH:MM`, stamps integer milliseconds.
 */

export interface WireError {
  errorCode: string
  errorMessage: string
  /** The field of the request it is about, when the server knows. */
  field?: string | null
  /** `CODE_OTHER_DAY` tells the booking's date. */
  date?: string | null
  /** `RETEST_TOO_SOON` tells from when a retest is possible. */
  opensOn?: string | null
}

export interface Envelope<T> {
  succeeded: boolean
  data: T | null
  error: WireError | null
}

/** 1 athlete, 2 in-store admin, 3 product development, 4 coach (RULES 9.1). */
export type RoleId = 1 | 2 | 3 | 4

export type BookingType = 'test' | 'retest'

export type EventTestStatus = 'booked' | 'assistance' | 'completed' | 'dnt' | 'declined' | 'cancelled'

export interface AttemptScore {
  score: number | null
}

export interface TestResult {
  TestType: string
  Score?: number | null
  score?: number | null
  Attempts?: AttemptScore[]
  attempts?: AttemptScore[]
}

export interface EventEntry {
  eventId: string
  eventBookingId: string | null
  eventName: string
  eventLocationName: string
  eventLocationAddress: string
  eventLocationPostCode: string
  eventLocationContactNumber: string
  eventLocationContactEmail: string
  eventTestDate: string | null
  eventTestTime: string | null
  eventTestStatus: EventTestStatus | null
  /** Ours: what kind of booking it is, when the server says. */
  eventTestType?: BookingType | null
  eventTestCode: string | null
  eventTestNotes: string | null
  /** Null while the final is held, to its athlete and to coaches. */
  eventTestScore: number | null
  /** The final waits for its reveal. */
  eventTestHeld?: boolean
  eventTestAssistanceRequired: boolean | null
  eventTestAssistanceType: string | null
  results: TestResult[]
}

export interface EventGroup {
  eventId: string
  /** Newest first. */
  eventList: EventEntry[]
}

export interface SocialMediaHandle {
  socialMediaName: string
  handle: string
}

export interface UserProfile {
  token?: string
  uaid: string
  role: RoleId
  userRole?: string | null
  emailAddress: string
  /** Whether its owner has confirmed it. */
  emailConfirmed?: boolean
  /** What it changes to once that is confirmed. */
  emailPending?: string | null
  firstName: string
  lastName: string
  dateOfBirth: string | null
  tShirtSize: string | null
  gender: string | null
  phoneNumber: string | null
  postcode: string | null
  assistanceRequired: boolean | null
  emergencyNumber: string | null
  emergencyName: string | null
  medicalIssues: string | null
  marketingPref1: boolean
  marketingPref2: boolean
  marketingPref3: boolean
  sportPlayed: string | null
  sportLevel: string | null
  improvement: string | null
  isCompetitor: boolean
  region?: string | null
  socialMediaHandles: SocialMediaHandle[]
  teamBookingId?: string | null
  events: EventGroup[]
  /** One's own alone: whether a booking would be taken, and what has to be settled first. */
  bookingEligibility?: BookingEligibility
}

export interface BookingEligibility {
  mode: 'open' | 'assistance' | 'blocked'
  /** In the order in which they are settled; `code` is the booking call's own. */
  refusals: { code: string; message: string; field: string }[]
}

export interface Season {
  season: number
  start: string
  end: string
}

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'

export interface ScheduledSession {
  sessionDate: string
  sessionStart: string
  sessionEnd: string
}

export interface BookingSessionConfig {
  testSlots: Record<Weekday, string[]>
  retestSlots: Record<Weekday, string[]>
  bankHolidays: string[]
  closedDates: string[]
  closedSessions: ScheduledSession[]
  trainingSessions: ScheduledSession[]
  mopupSessionsRef: ScheduledSession[]
  daysAhead: number
  startDate: string | null
  retestDelay: number
  windowDays: number
  slotCapacity: number
  cancelCutoffMinutes: number
}

export interface EventPlace {
  eventId: string
  eventName: string
  eventLocationName: string
  eventLocationAddress: string
  eventLocationPostCode: string
  eventLocationContactNumber: string
  eventLocationContactEmail: string
  mapUrl: string
}

export interface LibraryEntry {
  id: string
  active: boolean
  code: string
  homepageId: string
  language: string
  libraryId: string
  path: string
  webConfigId: string
}

export interface SiteSettings {
  title: string
  logo: string | null
  themeColour: string
  /** The element of the settings item, unchanged. */
  campaignLogo?: Record<string, unknown> | null
  maintenance: boolean
}

/** `GET event/config`: what every screen may know. */
export interface EventConfig {
  event: EventPlace
  seasons: Season[]
  bookingSessionConfig: BookingSessionConfig
  /** How the six tests are scored; one that was kept on the device may lack it. */
  protocols?: import('@sixfold/domain').Protocols
  /** The server's clock, with Z. */
  now: string
  libraryEntry: LibraryEntry
  links: {
    privacy?: string | null
    consent?: string | null
    instagram?: string | null
    tiktok?: string | null
  }
  site: SiteSettings
  authMode: string
  /** The id of each page of the content hub by its path below the prefix. */
  pages?: Record<string, string>
}

export interface AvailableSlot {
  time: string
  remaining: number
  available: boolean
  reason?: string | null
}

export interface AvailableDay {
  date: string
  open: boolean
  reason?: string | null
  slots: AvailableSlot[]
}

/** `GET event/availability`. */
export interface Availability {
  eventId: string
  firstDate: string | null
  lastDate: string | null
  days: AvailableDay[]
}

/** The payload of a booking; with the id of an open booking and another date or time it is a move. */
export interface BookingPayload {
  uaid?: string
  tShirtSize?: string | null
  assistanceRequired?: boolean
  assistanceType?: string | null
  emergencyName?: string | null
  emergencyNumber?: string | null
  medicalIssues?: string | null
  eventId: string
  eventTestDate: string | null
  eventTestTime: string | null
  eventTestType: BookingType
  eventTestStatus: EventTestStatus
  bypassBookingRule?: boolean
  teamBookingId?: string
  eventBookingId?: string
}

export interface BookingAnswer {
  uaid: string
  code: string
  eventBookingId: string
}

export interface CancelPayload {
  uaid: string
  eventBookingID: string
  eventId: string
}

export interface Eligibility {
  ageRange: boolean
  consent: boolean
  healthConsent: boolean
  guardianEmail?: string
  /** Seven answers; true is a yes. */
  PARQ: boolean[]
}

export interface SignupPayload {
  emailAddress: string
  password: string
  dateOfBirth: string
  eligibility: Eligibility
}

export interface LoginAnswer {
  uaid: string
  token: string
  role: RoleId
  stamp: number
  isRedirect?: boolean
  temp?: { emailAddress: string; firstName: string; lastName: string; gender: string } | null
  userProfileRegistration?: boolean
}

/** `GET user/authorization`: the session, and what a login answer tells besides. */
export interface Authorization {
  uaid: string
  role: RoleId
  stamp: number
  expires: string
  isRedirect?: boolean
  temp?: { emailAddress: string; firstName: string; lastName: string; gender: string } | null
  userProfileRegistration?: boolean
}

/** One session of one's own, as `GET user/sessions` tells. */
export interface DeviceSession {
  id: string
  /** The session that asks. */
  current: boolean
  userAgent: string | null
  method: 'credentials' | 'sso'
  /** The provider's id, for `sso`. */
  provider?: string | null
  /** When the sign-in was, ms. */
  stamp: number
  /** When it ends by itself, ISO with Z. */
  expires: string
}

/** `GET user/sessions`, newest first. */
export interface DeviceSessions {
  sessions: DeviceSession[]
}

/** An account elsewhere that opens this one. */
export interface LinkedIdentity {
  /** The provider's id. */
  provider: string
  name: string
  email: string | null
  /** ms */
  linkedAt: number
}

/** `GET user/identities`. */
export interface Identities {
  identities: LinkedIdentity[]
  /** Whether there is a password too. */
  password: boolean
}

/** `GET user/second-factor`. */
export interface SecondFactor {
  enrolled: boolean
  /** ms */
  since?: number | null
  recoveryCodesLeft: number
  /** Whether staff have to have one here. */
  required: boolean
}

/** `POST user/second-factor`: begun, asked for only once a code has confirmed it. */
export interface SecondFactorBegun {
  /** For typing into the app by hand. */
  secret: string
  /** For the QR code. */
  otpauthUrl: string
}

/** `POST user/second-factor/confirm`: shown this once. */
export interface RecoveryCodes {
  recoveryCodes: string[]
}

/** Where the consent to hold health data stands. */
export interface HealthConsent {
  healthConsent: boolean
  /** The version of the text that was agreed to or withdrawn. */
  version?: string | null
  /** When, ms. */
  at?: number | null
  /** The version of the text of today. */
  currentVersion: string
}

export interface ContentElement {
  elementType: string
  value?: unknown
  values?: unknown[]
  [key: string]: unknown
}

/** An item of the content hub; references are whole items when read with their context. */
export interface ContentItem {
  id: string
  name: string
  typeId: string
  type: string
  status: 'draft' | 'ready'
  libraryId: string
  tags: string[]
  elements: Record<string, ContentElement>
  rev?: string
  lastModified?: string
}

export interface ContentSearch {
  numFound: number
  documents: ContentItem[]
}

/** One row of a board (RULES 8.5). */
export interface LeaderboardRow {
  /** Null but on one's own row. */
  uaid: string | null
  firstName: string
  /** An initial but on one's own row. */
  lastName: string
  score: number
  position: number
  /** At the last midnight in London; null for who was not ranked then. */
  prevPosition: number | null
  isUser: boolean
  gender: string | null
}

export interface Leaderboard {
  leaderboard: LeaderboardRow[]
  /** With `groupBy=gender`. */
  males?: LeaderboardRow[]
  females?: LeaderboardRow[]
  /** The own row of who is signed in and ranked. */
  me?: LeaderboardRow
  /** The rows each side of it, when asked for. */
  around?: LeaderboardRow[]
  total: number
  cursor: string | null
  season: number | null
  from: string
  to: string
  /** The latest season before it that has finals. */
  previousSeason: number | null
  timestamp: string
}

/** One attempt of a test: the measurement in the test's unit, and what it is worth. */
export interface OwnAttempt {
  score: number
  /** Null to its athlete while the final is held. */
  points: number | null
}

/** The time before: its points and its day. */
export interface LastTime {
  score: number
  date: string
}

/** One test of a result. */
export interface OwnTest {
  TestType: string
  /** Points, 0 to 100; null to its athlete while the final is held. */
  score: number | null
  /** Among that test's scores of the season, in per cent; null while held and outside seasons. */
  percentile: number | null
  attempts: OwnAttempt[]
  unit: string
  previous?: LastTime | null
}

/** A completed test day. */
export interface OwnResult {
  eventBookingId: string
  eventTestDate: string | null
  season: number | null
  protocolVersion: number | null
  /** Null to its athlete while it is held. */
  score: number | null
  /** Among all finals of the season, in per cent; null while held and outside seasons. */
  percentile: number | null
  /** The final waits for its reveal: its athlete sees what was measured, and no points. */
  held: boolean
  tests: OwnTest[]
  previous?: LastTime | null
}

/** `GET user/results`, newest first. */
export interface OwnResults {
  results: OwnResult[]
  retest: {
    /** The first day of a retest; null before the first test. */
    opens: string | null
    openNow: boolean
  }
}
