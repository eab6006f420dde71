import { shortDate, type CivilDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import text from '../../../components/text.module.css'
import type { DrawnSchedule, Edit } from '../edit'
import type { DayPlaces } from '../api'

interface DaysPanelProps {
  /** In order, today or later. */
  dates: readonly CivilDate[]
  schedule: DrawnSchedule
  /** Has every day that is loaded. */
  places: ReadonlyMap<CivilDate, DayPlaces>
  onClose: () => void
  onEdit: (edit: Edit) => void
}

/** A run of days, to be closed or opened in one go. */
export function DaysPanel({ dates, schedule, places, onClose, onEdit }: DaysPanelProps) {
  // A run that was chosen with the keys may begin in a month that is no longer loaded: any of its days may be closed.
  const known = dates.every((date) => places.has(date))
  const closed = known ? dates.filter((date) => schedule.closed.has(date)) : dates
  const open = known ? dates.filter((date) => !schedule.closed.has(date)) : dates
  const [first, last] = [dates[0], dates.at(-1)]
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${dates.length} days`}
      actions={
        <>
          {open.length > 0 && (
            <Button onClick={() => onEdit({ act: 'set-days', kind: 'closed-date', dates: open })}>
              Close {open.length === dates.length ? 'them' : `the other ${open.length}`}
            </Button>
          )}
          {closed.length > 0 && (
            <Button
              variant={open.length > 0 ? 'secondary' : 'primary'}
              onClick={() => onEdit({ act: 'clear-days', kind: 'closed-date', dates: closed })}
            >
              Open {closed.length === dates.length ? 'them' : `the ${closed.length} that are closed`}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Leave them
          </Button>
        </>
      }
    >
      <p className={text.figuresStrong}>{first && last ? `${shortDate(first)} to ${shortDate(last)}` : ''}</p>
      <p className={text.quiet}>Before anything is saved you see the bookings it affects.</p>
    </Dialog>
  )
}
