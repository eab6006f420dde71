import { useQuery } from '@tanstack/react-query'
import { shortDate, type CivilDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { Form } from '../../../components/form/Form'
import { FormSummary } from '../../../components/form/FormSummary'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import text from '../../../components/text.module.css'
import { Loaded } from '../../../state/Loaded'
import type { Edit } from '../edit'
import { dayProblem } from './day-problem'
import styles from './Panels.module.css'
import { Stack } from '../../../components/layout/Stack'
import { holidaysQuery } from '../api'

interface HolidaysPanelProps {
  today: CivilDate
  onClose: () => void
  onEdit: (edit: Edit) => void
}

/** The coming bank holidays: those of England and Wales are computed, any can be made a working day, and others added. */
export function HolidaysPanel({ today, onClose, onEdit }: HolidaysPanelProps) {
  const stored = useQuery(holidaysQuery())
  const change = (act: 'set-days' | 'clear-days', day: CivilDate) =>
    onEdit({ act, kind: 'bank-holiday', dates: [day] })
  const form = useForm({
    initial: { date: '' },
    check: ({ date }) =>
      date >= today && stored.data?.some((holiday) => holiday.date === date)
        ? [{ field: 'date', message: 'That is a bank holiday already.' }]
        : dayProblem(date, today, 'Enter a day.'),
    send: ({ date }) => {
      change('set-days', date)
    },
    nameOf: (key) => `holiday-${key}`,
  })
  return (
    <Dialog open onClose={onClose} title="Bank holidays">
      <p className={text.quiet}>
        Those of England and Wales are known for years ahead. On a bank holiday only mop-up sessions are open.
      </p>
      <Loaded result={stored} label="Loading the bank holidays" height="18rem">
        {(holidays) => (
          <ul className={styles.holidays}>
            {holidays
              .filter(({ date }) => date >= today)
              .map((holiday) => (
                <Stack as="li" gap={[1, 4]} align="center" key={holiday.date} className={styles.holiday}>
                  <Stack as="span" gap={0} className={text.snug}>
                    <strong className={text.figures}>{shortDate(holiday.date)}</strong>
                    {holiday.name && <span>{holiday.name}</span>}
                  </Stack>
                  <Button
                    variant="quiet"
                    aria-label={`Open this day, ${shortDate(holiday.date)}`}
                    onClick={() => change('clear-days', holiday.date)}
                  >
                    Open this day
                  </Button>
                </Stack>
              ))}
          </ul>
        )}
      </Loaded>
      {/* In the form it would stand beside the field. */}
      <FormSummary problems={form.problems} attempt={form.props.attempt} />
      <Form className={styles.add} onSubmit={form.props.onSubmit}>
        <TextField label="Another day" type="date" min={today} {...form.field('date')} />
        <Button type="submit" variant="secondary">
          Make it a bank holiday
        </Button>
      </Form>
    </Dialog>
  )
}
