import { fullName } from '../../../academy/names'
import { shortDay } from '../../../academy/civil-date'
import { REFUSAL_WORDS } from '../../../academy/slot-words'
import { SelectField } from '../../../components/form/SelectField'
import text from '../../../components/text.module.css'
import { choiceOf, placeKey, placeName, type Choice } from './decisions'
import styles from './Impact.module.css'
import type { Alternative, Decision, HitBooking } from '../api'

const REASONS: Readonly<Partial<Record<string, { planner: string | null }>>> = REFUSAL_WORDS

/** Why the booking would lose its place, in words for the planner. */
const reasonText = (reason: string): string => REASONS[reason]?.planner ?? 'No longer on offer'

interface ImpactRowProps {
  booking: HitBooking
  decision: Decision | undefined
  free: readonly Alternative[]
  problem?: string
  onChoose: (choice: Choice) => void
}

/** One affected booking, with its decision. */
export function ImpactRow({ booking, decision, free, problem, onChoose }: ImpactRowProps) {
  const { uaid, bookingDate, bookingTime, reason, keepable } = booking
  const name = fullName(booking) || `No. ${uaid}`
  return (
    <li className={styles.row} data-decided={decision !== undefined || undefined}>
      <p className={styles.who}>
        <strong>{name}</strong>
        <span className={text.note}>No. {uaid}</span>
      </p>
      <p className={styles.when}>
        {placeName({ date: bookingDate, time: bookingTime })}
        <span className={text.note}>{reasonText(reason)}</span>
      </p>
      <SelectField
        label={`What happens to ${name}?`}
        name={`decision-${booking.eventBookingId}`}
        placeholder="Choose…"
        error={problem}
        value={choiceOf(decision)}
        options={[
          ...free.map((place) => ({
            value: placeKey(place),
            // Of the coming days, and without the year the time has room on a tablet.
            label: `Move to ${shortDay(place.date)}, ${place.time} (${place.remaining} left)`,
          })),
          { value: 'cancel', label: 'Cancel the booking' },
          ...(keepable ? [{ value: 'keep', label: 'Keep it as an exception' }] : []),
        ]}
        onChange={(event) => onChoose(event.currentTarget.value as Choice)}
      />
    </li>
  )
}
