import { shortDate } from '../../academy/civil-date'
import { counted } from '../../academy/numbers'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Notice } from '../../components/feedback/Notice'
import { Stack } from '../../components/layout/Stack'
import touch from '../../components/touch.module.css'
import { paths } from '../../paths'
import type { Today } from './api'

/** Closed dates that still have bookings, which somebody has to decide about in the schedule. Nothing if there are none. */
export function ClosedDates({ dates = [] }: { dates: Today['closedDates'] }) {
  return (
    <LiveRegion>
      {dates.length > 0 && (
        <Notice tone="problem" title="Closed days with bookings">
          <p>
            Nobody will be there, and the athletes have not been told. Open the day in the schedule to move or
            cancel their bookings.
          </p>
          <Stack as="ul" gap={0}>
            {dates.map(({ date, bookings }) => (
              <li key={date}>
                <a
                  className={touch.line}
                  href={paths.deliveryAdmin({ section: 'schedule', show: 'day', day: date })}
                >
                  {shortDate(date)}
                </a>
                : {counted(bookings, 'booking')}
              </li>
            ))}
          </Stack>
        </Notice>
      )}
    </LiveRegion>
  )
}
