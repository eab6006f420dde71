import { useState } from 'react'
import { addDays } from '../../academy/civil-date'
import { londonToday } from '../../academy/london'
import { TextField } from '../../components/form/TextField'
import { Bookings } from './Bookings'
import { classNames } from '../../components/class-names'
import filters from '../../components/form/filters.module.css'
import styles from './TeamBookings.module.css'

/** How far a coach looks ahead at first: as far as booking goes. */
const AHEAD_DAYS = 30

/** The bookings of a coach's own team between two days. */
export function TeamBookings() {
  const [from, setFrom] = useState(londonToday)
  const [to, setTo] = useState(() => addDays(from, AHEAD_DAYS))
  const reversed = from !== '' && to !== '' && from > to
  return (
    <Bookings
      days={reversed ? { from, to: from } : { ...(from && { from }), ...(to && { to }) }}
      empty={{
        title: 'Nobody of your team is booked',
        text: 'Bookings of your athletes between these days appear here by themselves.',
      }}
      controls={
        <div className={classNames(styles.days, filters.days)}>
          <TextField
            label="From"
            type="date"
            name="from"
            required
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextField
            label="To"
            type="date"
            name="to"
            required
            value={to}
            error={reversed ? 'The last day is before the first. Pick a later one.' : undefined}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
        </div>
      }
    />
  )
}
