import { useState } from 'react'
import { addDays } from '../../academy/civil-date'
import { londonToday } from '../../academy/london'
import { DayRange } from '../../components/form/DayRange'
import { Bookings } from './Bookings'
import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'
import filters from '../../components/form/filters.module.css'

/** How far ahead a coach sees by default: as far as booking goes. */
const AHEAD_DAYS = 30

/** The bookings of a coach's own team between two days. */
export function TeamBookings() {
  const [days, setDays] = useState(() => {
    const today = londonToday()
    return { from: today, to: addDays(today, AHEAD_DAYS) }
  })
  const { from, to } = days
  const reversed = from !== '' && to !== '' && from > to
  return (
    <Bookings
      days={reversed ? { from, to: from } : { ...(from && { from }), ...(to && { to }) }}
      empty={{
        title: 'Nobody of your team is booked',
        text: 'Bookings of your athletes between these days appear here by themselves.',
      }}
      controls={
        <Stack gap={4} align="start" className={classNames(filters.pair, filters.days)}>
          <DayRange
            prefix=""
            required
            from={from}
            to={to}
            problem={reversed && 'The last day is before the first. Pick a later one.'}
            onChange={(day) => setDays({ ...days, ...day })}
          />
        </Stack>
      }
    />
  )
}
