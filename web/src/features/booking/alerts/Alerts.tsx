import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dateAndTime, dayMonthYear, type CivilDate } from '../../../academy/civil-date'
import { londonDate } from '../../../academy/london'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { useFocusKept } from '../../../components/use-focus-kept'
import { Invitation } from '../../../notifications/Invitation'
import { LoadError } from '../../../state/LoadError'
import { useOperation } from '../../../state/use-operation'
import type { SlotKey } from '../calendar/places'
import type { BookingEntry } from '../entry'
import { OwnLine } from '../OwnLine'
import type { Book } from '../use-book'
import { AlertForm } from './AlertForm'
import { ALERTS_MAX, alertText, alertsQuery, hasAlready, removeAlert, type TimeAlert } from './alerts'
import styles from './TimeAlerts.module.css'

export interface AlertsProps {
  book: Book
  /** Their booking, if they have one. */
  moving: BookingEntry | null
  /** The chosen day. */
  date: CivilDate
  onChoose: (slot: SlotKey) => void
}

const OPENER = '[data-opener]:enabled'

/** The athlete's alerts, and the form for another one. */
export function Alerts({ book, moving, date, onChoose }: AlertsProps) {
  const alerts = useQuery(alertsQuery())
  const [editing, setEditing] = useState(false)
  const [said, setSaid] = useState('')
  // A line takes its button along when it is removed.
  const box = useFocusKept<HTMLDivElement>((panel) => panel.querySelector<HTMLElement>(OPENER) ?? panel, true)
  const opener = () => box.current?.querySelector<HTMLElement>(OPENER)
  const close = (message: string) => {
    setSaid(message)
    focusAfter(() => setEditing(false), opener)
  }
  if (alerts.isError && alerts.data === undefined) return <LoadError query={alerts} />
  const list = alerts.data ?? []
  const full = list.filter(({ sentAt }) => sentAt === null).length >= ALERTS_MAX
  return (
    <div ref={box} tabIndex={-1} className={styles.panel}>
      <VisuallyHidden live>{said}</VisuallyHidden>
      {list.length > 0 && (
        <Stack as="ul" gap={0} aria-label="Your alerts">
          {list.map((alert) => (
            <Line
              key={alert.alertId}
              alert={alert}
              settled={hasAlready(moving, alert)}
              onRemoved={() => setSaid('The alert is removed.')}
            />
          ))}
        </Stack>
      )}
      {list.some(({ sentAt }) => sentAt === null) && <Invitation topic="alerts" />}
      {editing ? (
        <AlertForm
          book={book}
          moving={moving}
          date={date}
          onChoose={onChoose}
          onMade={() => close('The alert is set.')}
          onLeave={() => close('')}
        />
      ) : (
        <Stack gap={3} start>
          <Button
            data-opener=""
            variant="secondary"
            disabled={full}
            busy={alerts.isPending}
            onClick={() =>
              focusAfter(
                () => setEditing(true),
                () => box.current?.querySelector<HTMLElement>('[aria-pressed]'),
              )
            }
          >
            Tell me when a time opens
          </Button>
          {full && <p className={text.note}>You have {ALERTS_MAX} alerts. Remove one to set another.</p>}
        </Stack>
      )}
    </div>
  )
}

interface LineProps {
  alert: TimeAlert
  /** Whether they have such a time already. */
  settled: boolean
  onRemoved: () => void
}

function Line({ alert, settled, onRemoved }: LineProps) {
  const client = useQueryClient()
  const remove = useOperation(async (_, key) => {
    await removeAlert(alert.alertId, key)
    await client.invalidateQueries({ queryKey: alertsQuery().queryKey })
  })
  const { sentAt, eventTestDate, eventTestTime } = alert
  return (
    <OwnLine
      title={alertText(alert)}
      state={
        sentAt === null
          ? settled
            ? 'You have a time like that already'
            : 'We are watching'
          : `Sent on ${dayMonthYear(londonDate(sentAt))}: ${dateAndTime(eventTestDate ?? '', eventTestTime)}`
      }
      action={['Remove', `the alert: ${alertText(alert)}`]}
      operation={remove}
      onAct={() => void remove.run().then((outcome) => outcome.ok && onRemoved())}
    />
  )
}
