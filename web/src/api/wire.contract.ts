/**
 * Holds `wire.ts` against the OpenAPI document (`schema.ts` is generated from it): a field that we read or send and
 * that the server does not know stops the type check here, by its name. Emits no code.
 */
import type { Reveal } from './live'
import type { components } from './schema'
import type * as Share from './share'
import type * as Wire from './wire'

type Schemas = components['schemas']

/** The names of ours that the server lacks; `never` when all are there. */
type Unknown<Ours, Theirs> = Exclude<keyof Ours, keyof Theirs>

type Agree<Missing extends never> = Missing

export type Contract = [
  Agree<Unknown<Wire.UserProfile, Schemas['Profile']>>,
  Agree<Unknown<Wire.EventGroup, Schemas['EventGroup']>>,
  Agree<Unknown<Wire.EventEntry, Schemas['EventEntry']>>,
  Agree<Unknown<Wire.SocialMediaHandle, Schemas['Handle']>>,
  Agree<Unknown<Wire.Availability, Schemas['Availability']>>,
  Agree<Unknown<Wire.AvailableDay, Schemas['Day']>>,
  Agree<Unknown<Wire.AvailableSlot, Schemas['Slot']>>,
  Agree<Unknown<Wire.BookingAnswer, Schemas['BookedAnswer']>>,
  Agree<Unknown<Wire.BookingPayload, Schemas['BookingBody']>>,
  Agree<Unknown<Wire.CancelPayload, Schemas['CancelBody']>>,
  Agree<Unknown<Wire.EventConfig, Schemas['EventConfig']>>,
  Agree<Unknown<Wire.EventPlace, Schemas['EventInfo']>>,
  Agree<Unknown<Wire.LibraryEntry, Schemas['LibraryEntry']>>,
  Agree<Unknown<Wire.SiteSettings, Schemas['Site']>>,
  Agree<Unknown<Wire.LoginAnswer, Schemas['LoginAnswer']>>,
  Agree<Unknown<Wire.SignupPayload, Schemas['SignupBody']>>,
  Agree<Unknown<Wire.Eligibility, Schemas['EligibilityBody']>>,
  Agree<Unknown<Wire.ContentSearch, Schemas['Found']>>,
  Agree<Unknown<Wire.DeviceSession, Schemas['SessionView']>>,
  Agree<Unknown<Wire.DeviceSessions, Schemas['Sessions']>>,
  Agree<Unknown<Wire.Identities, Schemas['Identities']>>,
  Agree<Unknown<Wire.LinkedIdentity, Schemas['WayIn']>>,
  Agree<Unknown<Wire.SecondFactor, Schemas['SecondFactorAnswer']>>,
  Agree<Unknown<Wire.SecondFactorBegun, Schemas['BegunAnswer']>>,
  Agree<Unknown<Wire.RecoveryCodes, Schemas['RecoveryAnswer']>>,
  Agree<Unknown<Wire.HealthConsent, Schemas['HealthConsent']>>,
  Agree<Unknown<Wire.Authorization, Schemas['Authorization']>>,
  Agree<Unknown<Wire.Leaderboard, Schemas['Leaderboard']>>,
  Agree<Unknown<Wire.LeaderboardRow, Schemas['LeaderboardRow']>>,
  Agree<Unknown<Wire.OwnResults, Schemas['Results']>>,
  Agree<Unknown<Wire.OwnResult, Schemas['FinalResult']>>,
  Agree<Unknown<Wire.OwnTest, Schemas['TestOutcome']>>,
  Agree<Unknown<Wire.OwnAttempt, Schemas['AttemptOutcome']>>,
  Agree<Unknown<Wire.LastTime, Schemas['Previous']>>,
  Agree<Unknown<Reveal, Schemas['Shown']>>,
  Agree<Unknown<Share.Sharing, Schemas['Sharing']>>,
  Agree<Unknown<Share.PublicLink, Schemas['PublicCard']>>,
  Agree<Unknown<Share.MadeLink, Schemas['ShareAnswer']>>,
  Agree<Unknown<Share.SharingChoice, Schemas['SharingBody']>>,
  Agree<Unknown<Share.CardChoice, Schemas['ShareBody']>>,
]
