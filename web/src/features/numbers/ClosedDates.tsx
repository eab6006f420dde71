import { shortDate } from '../../academy/civil-date'
import { counted } from '../../academy/numbers'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Notice } from '../../components/feedback/Notice'
import { Stack } from '../../components/layout/Stack'
import touch from '../../components/touch.module.css'
import { paths } from '../../paths'
import type { Today } from './api'

interface ClosedDatesProps {
  /** Days that are closed as a whole. */
  dates: Today['closedDates']
  /** Other days, of which some times are closed. */
  times: Today['closedTimes']
}

/** Days that still have bookings at closed times, which somebody has to decide about in the schedule. Nothing if there are none. */
export function ClosedDates({ dates = [], times = [] }: ClosedDatesProps) {
  const days = [
    ...dates.map((day) => ({ ...day, what: 'closed all day' })),
    ...times.map((day) => ({ ...day, what: 'some times closed' })),
  ].sort((one, other) => one.date.localeCompare(other.date))
  return (
    <LiveRegion>
      {days.length > 0 && (
        <Notice tone="problem" title="Closed times with bookings">
          <p>
            These were closed without a decision about their bookings, and the athletes have not been told.
            Open the day in the schedule to decide.
          </p>
          <Stack as="ul" gap={0}>
            {days.map(({ date, bookings, what }) => (
              <li key={date}>
                <a
                  className={touch.line}
                  href={paths.deliveryAdmin({ section: 'schedule', show: 'day', day: date })}
                >
                  {shortDate(date)}
                </a>
                : {what}, {counted(bookings, 'booking')}
              </li>
            ))}
          </Stack>
        </Notice>
      )}
    </LiveRegion>
  )
}
