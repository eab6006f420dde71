import { useState } from 'react'
import type { Weekday } from '../../../api/types'
import { weekdayNames } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { Form } from '../../../components/form/Form'
import { SelectField } from '../../../components/form/SelectField'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { DAY_END, DAY_START, quarterChoices, STEP } from '../clock-time'
import styles from './WeekLists.module.css'
import { every, WEEK } from './weekly'

interface TimesFormProps {
  onPaint: (days: readonly Weekday[], quarters: readonly number[], on: boolean) => void
}

const STEPS = [
  { value: '15', label: '15 min' },
  { value: '30', label: '30 min' },
  { value: '60', label: 'Hour' },
]

/** Adds or removes times on several days at once: the same as painting, in fields. */
export function TimesForm({ onPaint }: TimesFormProps) {
  const [days, setDays] = useState<readonly Weekday[]>(WEEK.slice(0, 5))
  const [from, setFrom] = useState(10 * 60)
  const [to, setTo] = useState(18 * 60)
  const [step, setStep] = useState('15')
  const paint = (on: boolean) => onPaint(days, every(from, to, Number(step)), on)
  return (
    <Form className={styles.times} onSubmit={(event) => event.preventDefault()}>
      <Cluster as="fieldset" gap={2} align="center">
        <legend className={text.legend}>On these days</legend>
        {WEEK.map((day, index) => {
          const name = weekdayNames[index] ?? ''
          const chosen = days.includes(day)
          return (
            <button
              key={day}
              type="button"
              aria-pressed={chosen}
              className={styles.dayChoice}
              onClick={() => setDays(chosen ? days.filter((other) => other !== day) : [...days, day])}
            >
              {name.slice(0, 3)}
              <VisuallyHidden>{name.slice(3)}</VisuallyHidden>
            </button>
          )
        })}
      </Cluster>
      <div className={styles.fields}>
        <SelectField
          label="From"
          name="times-from"
          options={quarterChoices(DAY_START, DAY_END - STEP)}
          value={String(from)}
          onChange={(event) => {
            const start = Number(event.currentTarget.value)
            setFrom(start)
            if (to <= start) setTo(start + STEP)
          }}
        />
        <SelectField
          label="To"
          name="times-to"
          options={quarterChoices(from + STEP, DAY_END)}
          value={String(to)}
          onChange={(event) => setTo(Number(event.currentTarget.value))}
        />
        <SelectField
          label="Every"
          name="times-step"
          options={STEPS}
          value={step}
          onChange={(event) => setStep(event.currentTarget.value)}
        />
      </div>
      <Cluster gap={2} align="center">
        <Button variant="secondary" disabled={days.length === 0} onClick={() => paint(true)}>
          Put these times in
        </Button>
        <Button variant="secondary" disabled={days.length === 0} onClick={() => paint(false)}>
          Take them out
        </Button>
      </Cluster>
    </Form>
  )
}
