import { longDay, type CivilDate } from '../../../academy/civil-date'
import { counted } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { Icon } from '../../../components/graphics/Icon'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { hoursOf, type DrawnSchedule, type Edit } from '../edit'
import { toneOf, WORDS } from '../kinds'
import styles from './Panels.module.css'
import type { DayKind, DayPlaces, StoredSession } from '../api'

interface DayPanelProps {
  date: CivilDate
  past: boolean
  schedule: DrawnSchedule
  places?: DayPlaces
  onClose: () => void
  onEdit: (edit: Edit) => void
  onOpen: (session: StoredSession) => void
  onNew: () => void
  /** Shows its hours; null if they are on screen already. */
  onHours: (() => void) | null
}

/** One day: how full it is, whether it is closed or a bank holiday, its sessions. */
export function DayPanel(props: DayPanelProps) {
  const { date, past, schedule, places, onClose, onEdit, onOpen } = props
  const undecided = places?.undecided ?? 0
  const closed = schedule.closed.has(date)
  const holiday = schedule.holidays.get(date)
  const sessions = schedule.sessions.filter((session) => session.date === date)
  const toggle = (kind: DayKind, on: boolean) =>
    onEdit({ act: on ? 'clear-days' : 'set-days', kind, dates: [date] })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${longDay(date)} ${date.slice(0, 4)}`}
      actions={
        <>
          {!past && <Button onClick={props.onNew}>Add a session</Button>}
          {props.onHours && (
            <Button variant="secondary" onClick={props.onHours}>
              Show its hours
            </Button>
          )}
        </>
      }
    >
      <p className={text.figuresStrong}>
        {places && places.capacity > 0
          ? `${places.taken} of ${places.capacity} places taken`
          : places && places.taken > 0
            ? `Nothing on offer, ${places.taken} ${places.taken === 1 ? 'place' : 'places'} taken all the same`
            : 'Nothing on offer'}
      </p>
      {!past && undecided > 0 && (
        <Cluster gap={[2, 4]} align="center" between>
          <p>
            {closed
              ? 'Nobody will be there for the bookings of this day.'
              : `The content hub has closed the time of ${counted(undecided, 'booking')}.`}
          </p>
          <Button onClick={() => onEdit({ act: 'decide', date, closed })}>Decide about them</Button>
        </Cluster>
      )}
      <dl className={styles.states}>
        <Cluster
          gap={[2, 4]}
          align="center"
          between
          className={styles.state}
          data-tone={closed ? 'closed' : undefined}
        >
          <dt>{closed ? 'Closed all day' : 'Weekly times'}</dt>
          {!past && (
            <dd>
              <Button variant="secondary" onClick={() => toggle('closed-date', closed)}>
                {closed ? 'Open this day' : 'Close this day'}
              </Button>
            </dd>
          )}
        </Cluster>
        <Cluster gap={[2, 4]} align="center" between className={styles.state}>
          <dt>
            {holiday
              ? `Bank holiday${holiday.name === WORDS['bank-holiday'].label ? '' : `: ${holiday.name}`}`
              : 'Not a bank holiday'}
          </dt>
          {!past && (
            <dd>
              <Button variant="secondary" onClick={() => toggle('bank-holiday', holiday !== undefined)}>
                {holiday ? 'Open this day' : 'Make it one'}
              </Button>
            </dd>
          )}
        </Cluster>
      </dl>
      <h3 className={text.h4}>Sessions</h3>
      {sessions.length === 0 ? (
        <p className={text.quiet}>None on this day.</p>
      ) : (
        <Stack as="ul" gap={2}>
          {sessions.map((session) => {
            const { stored, kind } = session
            const words = (
              <>
                <strong>{WORDS[kind].label}</strong> <span className={text.figures}>{hoursOf(session)}</span>
              </>
            )
            return (
              <li key={stored?.id ?? 'new'}>
                {past || !stored ? (
                  <span className={styles.entry} data-tone={toneOf(kind)}>
                    {words}
                  </span>
                ) : (
                  <button
                    type="button"
                    className={styles.entry}
                    data-tone={toneOf(kind)}
                    onClick={() => onOpen(stored)}
                  >
                    {words} <Icon name="chevronRight" small className={styles.go} />
                  </button>
                )}
              </li>
            )
          })}
        </Stack>
      )}
    </Dialog>
  )
}
