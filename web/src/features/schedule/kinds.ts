// What stands in the schedule, in words.
import type { DayKind, Kind, SessionKind } from './wire'

const SESSIONS: Readonly<Record<SessionKind, true>> = {
  'closed-session': true,
  'training-session': true,
  'mopup-session': true,
}

/** Every kind of session, in the order in which they are offered. */
export const SESSION_KINDS = Object.keys(SESSIONS) as SessionKind[]

interface Words {
  /** As a heading or a choice. */
  label: string
  /** Inside a sentence. */
  inSentence: string
  /** What it does to the times on offer. */
  hint: string
}

export const WORDS: Readonly<Record<Kind, Words>> = {
  'closed-session': {
    label: 'Closed',
    inSentence: 'closed session',
    hint: 'No test starts in this time.',
  },
  'training-session': {
    label: 'Staff training',
    inSentence: 'training session',
    hint: 'The team is training: no test starts in this time.',
  },
  'mopup-session': {
    label: 'Mop-up',
    inSentence: 'mop-up session',
    hint: 'Extra times: every quarter hour can be booked, also on a bank holiday.',
  },
  'closed-date': {
    label: 'Closed day',
    inSentence: 'closed day',
    hint: 'Nothing is offered all day.',
  },
  'bank-holiday': {
    label: 'Bank holiday',
    inSentence: 'bank holiday',
    hint: 'Nothing is offered but mop-up sessions.',
  },
}

export const isDayKind = (kind: Kind): kind is DayKind => kind === 'closed-date' || kind === 'bank-holiday'

/** Which design of a block, a chip or a swatch. */
export const toneOf = (kind: Kind): string => kind.replace(/-.*/, '')
