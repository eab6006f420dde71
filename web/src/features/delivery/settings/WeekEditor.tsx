import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Tabs } from '../../../components/Tabs'
import { DayTimes } from './DayTimes'
import styles from './ProgrammeSettings.module.css'
import type { Draft } from './rules'
import { runs } from './times'
import { WEEKDAYS, type Weekday } from './wire'

type List = 'testSlots' | 'retestSlots'

const LISTS: readonly { key: List; label: string }[] = [
  { key: 'testSlots', label: 'Tests' },
  { key: 'retestSlots', label: 'Retests' },
]

const named = (day: Weekday): string => day.charAt(0).toUpperCase() + day.slice(1)

interface WeekEditorProps {
  draft: Draft
  onChange: (value: Partial<Draft>) => void
}

/** The times of a week, one list for tests and one for retests; a day is opened to change it. */
export function WeekEditor({ draft, onChange }: WeekEditorProps) {
  const [list, setList] = useState<List>('testSlots')
  return (
    <section className={styles.week} aria-labelledby="week-title">
      <h3 id="week-title" className={styles.heading}>
        Weekly times
      </h3>
      <p className={styles.lead}>
        What an ordinary week offers. Closed days, bank holidays and sessions are in the schedule. Bookings at
        times you take out stay as they are.
      </p>
      <Tabs<List>
        label="Which list"
        value={list}
        onChange={setList}
        tabs={LISTS.map(({ key, label }) => ({
          key,
          label,
          content: <Days key={key} list={key} draft={draft} onChange={onChange} />,
        }))}
      />
    </section>
  )
}

function Days({ list, draft, onChange }: WeekEditorProps & { list: List }) {
  const [open, setOpen] = useState<Weekday | null>(null)
  const week = draft[list]
  const copy = (from: Weekday, to: readonly Weekday[]) =>
    onChange({ [list]: { ...week, ...Object.fromEntries(to.map((day) => [day, week[from]])) } })
  return (
    <ul className={styles.days}>
      {WEEKDAYS.map((day) => {
        const times = week[day]
        return (
          <li key={day} className={styles.day}>
            <div className={styles.dayHead}>
              <h4 className={styles.dayName}>{named(day)}</h4>
              <p className={styles.dayTimes}>
                {times.length > 0 ? runs(times).join(', ') : 'Nothing offered'}
              </p>
              <Button
                variant="quiet"
                aria-expanded={open === day}
                onClick={() => setOpen(open === day ? null : day)}
              >
                {open === day ? 'Done' : 'Change'}
                <span className={styles.hidden}> {named(day)}</span>
              </Button>
            </div>
            {open === day && (
              <>
                <DayTimes
                  label={named(day)}
                  times={times}
                  onChange={(changed) => onChange({ [list]: { ...week, [day]: changed } })}
                />
                <div className={styles.copies}>
                  <Button variant="secondary" onClick={() => copy(day, WEEKDAYS)}>
                    Use for every day
                  </Button>
                  <Button variant="secondary" onClick={() => copy(day, WEEKDAYS.slice(0, 5))}>
                    Use for Monday to Friday
                  </Button>
                </div>
              </>
            )}
          </li>
        )
      })}
    </ul>
  )
}
