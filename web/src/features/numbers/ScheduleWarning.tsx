import { dayFullMonthYear } from '../../academy/civil-date'
import { londonDate, londonTime } from '../../academy/london'
import type { Answer } from '../../api/contract'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Notice } from '../../components/feedback/Notice'

/** Warns that the schedule of a remote hub is not taken over, or not all of it. */
export function ScheduleWarning({ warning }: { warning: Answer<'ScheduleWarning'> | null }) {
  return (
    <LiveRegion>
      {warning && (
        <Notice tone="problem" title="Changes of the schedule do not arrive">
          <p>
            Since {dayFullMonthYear(londonDate(warning.since))} at {londonTime(warning.since)} part of the
            schedule could not be read from the system that keeps it, so athletes book by what was read
            before. It is tried again every half minute.
          </p>
          <p>{warning.cause}</p>
        </Notice>
      )}
    </LiveRegion>
  )
}
