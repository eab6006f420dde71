// The settings of an academy that offers one time a day, for tests of the booking pages with the real rules.
import type { BookingSessionConfig, EventConfig, Weekday } from '../api/types'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const everyDayAt = (time: string) =>
  Object.fromEntries(WEEK.map((day) => [day, [time]])) as Record<Weekday, string[]>

export const oneTimeADay = (settings: Partial<BookingSessionConfig>) =>
  ({
    bookingSessionConfig: {
      testSlots: everyDayAt('10:00'),
      retestSlots: everyDayAt('10:00'),
      bankHolidays: [],
      closedDates: [],
      closedSessions: [],
      trainingSessions: [],
      mopupSessionsRef: [],
      startDate: null,
      retestDelay: 28,
      windowDays: 28,
      slotCapacity: 6,
      cancelCutoffMinutes: 0,
      ...settings,
    },
  }) as unknown as EventConfig
