import { points } from '../../../academy/numbers'
import type { UserProfile } from '../../../api/types'
import { dateAndTime } from '../../../academy/civil-date'
import touch from '../../../components/touch.module.css'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { Status } from '../Status'
import { Stack } from '../../../components/layout/Stack'
import styles from './PersonDrawer.module.css'

/** Their bookings, newest first; each leads to its details. */
export function PersonBookings({ events }: Pick<UserProfile, 'events'>) {
  const entries = events.flatMap(({ eventList }) => eventList)
  const booked = entries.flatMap((entry) =>
    entry.eventBookingId && entry.eventTestStatus
      ? [{ ...entry, id: entry.eventBookingId, status: entry.eventTestStatus }]
      : [],
  )
  return (
    <section className={styles.part} aria-labelledby="person-bookings">
      <h3 id="person-bookings">Bookings</h3>
      {booked.length === 0 ? (
        <p className={text.note}>None so far.</p>
      ) : (
        <Stack as="ul" gap={0} className={styles.bookings}>
          {booked.map((entry) => (
            <li key={entry.id}>
              <a
                className={touch.line}
                href={paths.deliveryAdmin({ section: 'bookings', booking: entry.id })}
              >
                {entry.eventTestDate
                  ? dateAndTime(entry.eventTestDate, entry.eventTestTime)
                  : 'Without a place'}
              </a>
              <Status
                status={entry.status}
                arrivedAt={entry.arrivedAt}
                onboardedAt={entry.onboardedAt}
                scoreRemoved={entry.eventTestScoreRemoved}
              />
              {entry.eventTestHeld && <span className={text.note}>Held for the reveal</span>}
              {typeof entry.eventTestScore === 'number' && (
                <span className={styles.score}>{points(entry.eventTestScore)}</span>
              )}
            </li>
          ))}
        </Stack>
      )}
    </section>
  )
}
