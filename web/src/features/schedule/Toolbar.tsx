import { Button } from '../../components/Button'
import { Icon } from '../../components/graphics/Icon'
import styles from './Toolbar.module.css'
import { SHOWS, titleOf, turned, type Show, type View } from './view'

interface ToolbarProps {
  view: View
  today: string
  onView: (view: View) => void
  onNew: () => void
  onHolidays: () => void
  onLists: () => void
}

const NAMES: Readonly<Record<Show, string>> = { month: 'Month', week: 'Week', day: 'Day' }

/** The calendar's period and view, and buttons for adding to the schedule. */
export function Toolbar({ view, today, onView, onNew, onHolidays, onLists }: ToolbarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.turns}>
        <button type="button" className={styles.turn} onClick={() => onView(turned(view, -1))}>
          <Icon name="chevronLeft" label={`Earlier ${view.show}`} />
        </button>
        <button type="button" className={styles.turn} onClick={() => onView({ ...view, day: today })}>
          Today
        </button>
        <button type="button" className={styles.turn} onClick={() => onView(turned(view, 1))}>
          <Icon name="chevronRight" label={`Later ${view.show}`} />
        </button>
      </div>
      <h2 className={styles.title} aria-live="polite">
        {titleOf(view)}
      </h2>
      <div role="group" aria-label="Show" className={styles.shows}>
        {SHOWS.map((show) => (
          <button
            key={show}
            type="button"
            className={styles.show}
            aria-pressed={show === view.show}
            onClick={() => onView({ ...view, show })}
          >
            {NAMES[show]}
          </button>
        ))}
      </div>
      <div className={styles.make}>
        <Button onClick={onNew}>
          <Icon name="plus" small />
          New session
        </Button>
        <Button variant="secondary" onClick={onLists}>
          Weekly times
        </Button>
        <Button variant="secondary" onClick={onHolidays}>
          Bank holidays
        </Button>
      </div>
    </div>
  )
}
