/** What to do about a time that cannot be booked. Written by `cargo xtask gen` from `crates/domain/src/slot/refusal.rs`. */
export const REFUSAL_ADVICE = {
  DATE_PAST: 'That day has gone. Pick another one.',
  DATE_TOO_LATE: 'That is further ahead than booking goes. Pick an earlier day.',
  DATE_BEFORE_START: 'Testing has not started by then. Pick a later day.',
  DATE_NOT_OPEN: 'Booking for that day has not opened yet. The calendar shows when it does.',
  DATE_TOO_EARLY: 'That is too soon: the academy needs a little notice. Pick a later day.',
  DATE_CLOSED: 'The academy is closed that day. Pick another one.',
  BANK_HOLIDAY: 'That is a bank holiday. Pick another day.',
  NOT_OFFERED: 'There is no test at that time. Pick one of the times shown.',
  CLOSED_SESSION: 'The academy is closed at that time. Pick another one.',
  TRAINING_SESSION: 'The team is training at that time. Pick another one.',
  RETEST_TOO_SOON: 'It is too soon after your last test. Pick a later date for your retest.',
  TIME_PAST: 'That time has gone. Pick a later one.',
  SLOT_FULL: 'Someone just took the last place at that time. Pick another time, or join the waiting list.',
  TIME_OFF_GRID: 'Tests start on the quarter hour. Pick one of the times shown.',
} as const
