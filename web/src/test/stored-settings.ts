import type { Answer } from '../api/contract'

type Stored = Answer<'SettingsAnswer'>

export const NO_TIMES = {
  monday: [],
  tuesday: [],
  wednesday: [],
  thursday: [],
  friday: [],
  saturday: [],
  sunday: [],
}

/** The settings of the bookings as the server has them. */
export const storedSettings = (rev: number, changed: Partial<Stored['settings']> = {}): Stored => ({
  settings: {
    testSlots: NO_TIMES,
    retestSlots: NO_TIMES,
    startDate: null,
    slotCapacity: 6,
    daysAhead: 1,
    windowDays: 30,
    retestDelay: 7,
    cancelCutoffMinutes: 60,
    openings: [],
    ...changed,
  },
  rev,
})
