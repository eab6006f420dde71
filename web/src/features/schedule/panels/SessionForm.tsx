import type { CivilDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { Form } from '../../../components/form/Form'
import { RadioGroup } from '../../../components/form/RadioGroup'
import { SelectField } from '../../../components/form/SelectField'
import { TextField } from '../../../components/form/TextField'
import { useForm } from '../../../components/form/use-form'
import text from '../../../components/text.module.css'
import { DAY_END, DAY_START, lengthOf, quarterChoices, STEP } from '../clock-time'
import { isSamePlan, planOf, type SessionPlan } from '../edit'
import { SESSION_KINDS, WORDS } from '../kinds'
import { dayProblem } from './day-problem'
import styles from './Panels.module.css'
import type { StoredSession } from '../api'

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

/** One session in fields: the same as dragging it. */
export function SessionForm({ plan, session, today, onClose, onSave, onRemove }: SessionFormProps) {
  const form = useForm({
    initial: plan,
    check: ({ date }) => dayProblem(date, today, 'Enter the day of the session.'),
    send: (typed) => {
      if (session && isSamePlan(typed, planOf(session))) onClose()
      else onSave(typed)
    },
    nameOf: (key) => `session-${key}`,
  })
  const { start, end } = form.values
  return (
    <Dialog
      open
      onClose={onClose}
      title={session ? `Change ${WORDS[session.kind].inSentence}` : 'New session'}
      actions={
        <>
          <Button onClick={() => void form.submit()}>
            {session ? 'Save the change' : 'Add the session'}
          </Button>
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
      <Form {...form.props}>
        <RadioGroup
          label="What is it?"
          {...form.field('kind')}
          options={SESSION_KINDS.map((kind) => ({
            value: kind,
            label: WORDS[kind].label,
            hint: WORDS[kind].hint,
          }))}
        />
        <TextField label="Day" type="date" min={today} {...form.field('date')} />
        <div className={styles.pair}>
          <SelectField
            label="From"
            name="session-start"
            options={quarterChoices(DAY_START, DAY_END - STEP)}
            value={String(start)}
            onChange={(event) => {
              const from = Number(event.currentTarget.value)
              // Only ends after the start are offered.
              form.set({ start: from, end: Math.min(from + end - start, DAY_END) })
            }}
          />
          <SelectField
            label="To"
            name="session-end"
            options={quarterChoices(start + STEP, DAY_END)}
            value={String(end)}
            onChange={(event) => form.set({ end: Number(event.currentTarget.value) })}
          />
        </div>
        <p className={text.quiet} aria-live="polite">
          {lengthOf(end - start)}. Before it is saved you see the bookings it affects.
        </p>
      </Form>
    </Dialog>
  )
}
