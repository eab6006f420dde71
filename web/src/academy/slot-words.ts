/** The words of the schedule. Written by `cargo xtask gen` from the tables in `crates/domain/src/slot`. */

/** Why a time cannot be booked: `RefusalWords` says what each is for. */
export const REFUSAL_WORDS = {
  DATE_PAST: {
    day: 'This day is over',
    undated: 'This day is over',
    label: 'Past',
    struck: false,
    time: null,
    planner: null,
    member: null,
  },
  DATE_TOO_LATE: {
    day: 'Booking is open up to {last}',
    undated: 'Too far ahead to book',
    label: 'Too far ahead',
    struck: false,
    time: null,
    planner: null,
    member: null,
  },
  DATE_BEFORE_START: {
    day: 'Booking starts on {first}',
    undated: 'Too soon to book',
    label: 'Too soon',
    struck: false,
    time: null,
    planner: null,
    member: null,
  },
  DATE_TOO_EARLY: {
    day: 'Booking starts on {first}',
    undated: 'Too soon to book',
    label: 'Too soon',
    struck: false,
    time: null,
    planner: null,
    member: null,
  },
  DATE_CLOSED: {
    day: 'The academy is closed',
    undated: 'The academy is closed',
    label: 'Closed',
    struck: true,
    time: null,
    planner: 'The day is closed',
    member: null,
  },
  BANK_HOLIDAY: {
    day: 'Closed for the bank holiday',
    undated: 'Closed for the bank holiday',
    label: 'Bank holiday',
    struck: true,
    time: null,
    planner: 'Bank holiday',
    member: null,
  },
  NOT_OFFERED: {
    day: 'No tests on {weekday}s',
    undated: 'No tests on this day',
    label: 'Not offered',
    struck: false,
    time: null,
    planner: 'No longer on offer',
    member: 'No test of their kind is offered at that time.',
  },
  CLOSED_SESSION: {
    day: 'The academy is closed',
    undated: 'The academy is closed',
    label: 'Closed',
    struck: true,
    time: 'Closed',
    planner: 'Closed at that time',
    member: null,
  },
  TRAINING_SESSION: {
    day: 'Staff training',
    undated: 'Staff training',
    label: 'Training',
    struck: true,
    time: null,
    planner: 'Staff training',
    member: null,
  },
  RETEST_TOO_SOON: {
    day: 'You can book your retest from {retest}',
    undated: 'Too soon for a retest',
    label: 'Too soon',
    struck: false,
    time: null,
    planner: null,
    member: 'It is too soon for a retest.',
  },
  TIME_PAST: {
    day: 'The last time has passed',
    undated: 'The last time has passed',
    label: 'Past',
    struck: false,
    time: 'Time has passed',
    planner: null,
    member: null,
  },
  SLOT_FULL: {
    day: 'Full',
    undated: 'Full',
    label: 'Full',
    struck: false,
    time: 'Full: join the waiting list',
    planner: null,
    member: null,
  },
  TIME_OFF_GRID: {
    day: 'No test at this time',
    undated: 'No test at this time',
    label: 'Not offered',
    struck: false,
    time: null,
    planner: null,
    member: null,
  },
} as const

/** Dates on which something else than the week's lists holds. */
export const DATE_WORDS = {
  'closed-date': { label: 'Closed day', inSentence: 'closed day', hint: 'Nothing is offered all day.' },
  'bank-holiday': {
    label: 'Bank holiday',
    inSentence: 'bank holiday',
    hint: 'Nothing is offered but mop-up sessions.',
  },
} as const

/** Sessions, in the order in which they are offered. */
export const SESSION_WORDS = {
  'closed-session': {
    label: 'Closed',
    inSentence: 'closed session',
    hint: 'No test starts in this time.',
    tone: 'closed',
  },
  'training-session': {
    label: 'Staff training',
    inSentence: 'training session',
    hint: 'The team is training: no test starts in this time.',
    tone: 'training',
  },
  'mopup-session': {
    label: 'Mop-up',
    inSentence: 'mop-up session',
    hint: 'Extra times: every quarter hour can be booked, also on a bank holiday.',
    tone: 'mopup',
  },
} as const
