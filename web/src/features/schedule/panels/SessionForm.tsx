import { useState } from 'react'
import { isCivilDate, type CivilDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { Form } from '../../../components/form/Form'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { SelectField } from '../../../components/form/SelectField'
import { TextField } from '../../../components/form/TextField'
import text from '../../../components/text.module.css'
import { clockOf, DAY_END, DAY_START, lengthOf, STEP } from '../clock-time'
import { isSamePlan, planOf, type SessionPlan } from '../edit'
import { SESSION_KINDS, WORDS } from '../kinds'
import styles from './Panels.module.css'
import type { SessionKind, StoredSession } from '../api'

interface SessionFormProps {
  /** The form's initial values. */
  plan: SessionPlan
  /** The session that is edited; null for a new one. */
  session: StoredSession | null
  today: CivilDate
  onClose: () => void
  onSave: (plan: SessionPlan) => void
  onRemove: (session: StoredSession) => void
}

const quarters = (from: number, to: number) =>
  Array.from({ length: (to - from) / STEP + 1 }, (_, index) => {
    const minutes = from + index * STEP
    return { value: String(minutes), label: clockOf(minutes) }
  })

/** Everything about one session: the same as pulling at it, in fields. */
export function SessionForm({ plan, session, today, onClose, onSave, onRemove }: SessionFormProps) {
  const [typed, setTyped] = useState<SessionPlan>(plan)
  const [attempt, setAttempt] = useState(0)
  const dateError = !isCivilDate(typed.date)
    ? 'Enter the day of the session.'
    : typed.date < today
      ? 'That day has gone. Pick today or a later one.'
      : undefined
  const told = attempt > 0 ? dateError : undefined
  const submit = () => {
    setAttempt(attempt + 1)
    if (dateError) return
    if (session && isSamePlan(typed, planOf(session))) onClose()
    else onSave(typed)
  }
  // An end is always offered later than the start.
  const start = (minutes: number) => {
    const length = typed.end - typed.start
    setTyped({ ...typed, start: minutes, end: Math.min(minutes + length, DAY_END) })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={session ? `Change ${WORDS[session.kind].inSentence}` : 'New session'}
      actions={
        <>
          <Button onClick={submit}>{session ? 'Save the change' : 'Add the session'}</Button>
          {session && (
            <Button variant="secondary" onClick={() => onRemove(session)}>
              Remove it
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Leave it
          </Button>
        </>
      }
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <RadioGroup
          label="What is it?"
          name="session-kind"
          options={SESSION_KINDS.map((kind) => ({
            value: kind,
            label: WORDS[kind].label,
            hint: WORDS[kind].hint,
          }))}
          value={typed.kind}
          onChange={(event) => setTyped({ ...typed, kind: event.currentTarget.value as SessionKind })}
        />
        <TextField
          label="Day"
          type="date"
          name="session-date"
          min={today}
          value={typed.date}
          error={told}
          onChange={(event) => setTyped({ ...typed, date: event.currentTarget.value })}
        />
        <div className={styles.pair}>
          <SelectField
            label="From"
            name="session-start"
            options={quarters(DAY_START, DAY_END - STEP)}
            value={String(typed.start)}
            onChange={(event) => start(Number(event.currentTarget.value))}
          />
          <SelectField
            label="To"
            name="session-end"
            options={quarters(typed.start + STEP, DAY_END)}
            value={String(typed.end)}
            onChange={(event) => setTyped({ ...typed, end: Number(event.currentTarget.value) })}
          />
        </div>
        <p className={text.quiet} aria-live="polite">
          {lengthOf(typed.end - typed.start)}. Before it is saved you see the bookings it affects.
        </p>
      </Form>
    </Dialog>
  )
}
