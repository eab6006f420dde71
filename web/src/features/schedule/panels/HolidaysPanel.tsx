import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isCivilDate, shortDate, type CivilDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { Form } from '../../../components/form/Form'
import { TextField } from '../../../components/form/TextField'
import text from '../../../components/text.module.css'
import { Loaded } from '../../../state/Loaded'
import type { Edit } from '../edit'
import styles from './Panels.module.css'
import { Stack } from '../../../components/layout/Stack'
import { holidaysQuery } from '../api'

interface HolidaysPanelProps {
  today: CivilDate
  onClose: () => void
  onEdit: (edit: Edit) => void
}

/** The bank holidays ahead: those of England and Wales by themselves, each can be worked, and others added. */
export function HolidaysPanel({ today, onClose, onEdit }: HolidaysPanelProps) {
  const stored = useQuery(holidaysQuery())
  const [date, setDate] = useState('')
  const [told, setTold] = useState(false)
  const known = stored.data?.some((holiday) => holiday.date === date) ?? false
  const problem = !isCivilDate(date)
    ? 'Enter a day.'
    : date < today
      ? 'That day has gone. Pick today or a later one.'
      : known
        ? 'That is a bank holiday already.'
        : undefined
  const change = (act: 'set-days' | 'clear-days', day: CivilDate) =>
    onEdit({ act, kind: 'bank-holiday', dates: [day] })
  const add = () => {
    setTold(true)
    if (!problem) change('set-days', date)
  }
  return (
    <Dialog open onClose={onClose} title="Bank holidays">
      <p className={text.quiet}>
        Those of England and Wales are known for years ahead. On a bank holiday nothing is offered but mop-up
        sessions.
      </p>
      <Loaded result={stored} label="Loading the bank holidays" height="18rem">
        {(holidays) => (
          <ul className={styles.holidays}>
            {holidays
              .filter(({ date }) => date >= today)
              .map((holiday) => (
                <li key={holiday.date} className={styles.holiday}>
                  <Stack as="span" gap={0} className={text.snug}>
                    <strong className={text.figures}>{shortDate(holiday.date)}</strong>
                    {holiday.name && <span>{holiday.name}</span>}
                  </Stack>
                  <Button
                    variant="quiet"
                    aria-label={`Work this day, ${shortDate(holiday.date)}`}
                    onClick={() => change('clear-days', holiday.date)}
                  >
                    Work this day
                  </Button>
                </li>
              ))}
          </ul>
        )}
      </Loaded>
      <Form
        className={styles.add}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextField
          label="Another day"
          type="date"
          name="holiday-date"
          min={today}
          value={date}
          error={told ? problem : undefined}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        <Button type="submit" variant="secondary">
          Make it a bank holiday
        </Button>
      </Form>
    </Dialog>
  )
}
