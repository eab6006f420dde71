import { longDay, shortDay, type CivilDate } from '../../../academy/civil-date'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import styles from './DayHead.module.css'
import { classNames } from '../../../components/class-names'
import type { DayPlaces } from '../api'

export interface DayHeadProps {
  date: CivilDate
  isToday: boolean
  closed: boolean
  /** The name of its bank holiday. */
  holiday?: string
  places?: DayPlaces
  /** It is the only column: there is room for text. */
  wide?: boolean
  onPress: () => void
}

/** A day's heading, visible and for screen readers. */
export function dayFacts({ closed, holiday, places }: Pick<DayHeadProps, 'closed' | 'holiday' | 'places'>) {
  const of = places && places.capacity > 0 ? `of ${places.capacity} places taken` : 'taken all the same'
  const taken = places && places.capacity + places.taken > 0 && `${places.taken} ${of}`
  return [closed && 'closed', holiday, taken].filter(Boolean).join(', ')
}

/** The head of a column: the day, what is special about it, how full it is. Opens the day's own panel. */
export function DayHead({ date, isToday, closed, holiday, places, wide, onPress }: DayHeadProps) {
  const [weekday, ...rest] = shortDay(date).split(' ')
  const facts = dayFacts({ closed, holiday, places })
  return (
    <button
      type="button"
      className={styles.head}
      data-closed={closed || undefined}
      aria-current={isToday ? 'date' : undefined}
      onClick={onPress}
    >
      <VisuallyHidden>{[longDay(date), isToday && 'today', facts].filter(Boolean).join(', ')}</VisuallyHidden>
      {wide ? (
        <Stack as="span" gap={1} shrink aria-hidden="true" className={styles.words}>
          <span className={classNames(styles.date, text.figuresHeavy)}>
            {facts ? `${facts[0]?.toUpperCase()}${facts.slice(1)}` : 'Nothing on offer'}
          </span>
          <span className={styles.way}>Close it, or see all of the day</span>
        </Stack>
      ) : (
        <Stack as="span" gap={1} shrink aria-hidden="true" className={styles.words}>
          <span className={text.note}>{weekday}</span>
          <span className={classNames(styles.date, text.figuresHeavy)}>{rest.join(' ')}</span>
          <span className={classNames(styles.fact, text.noteFigures, text.ellipsis)}>
            {closed
              ? 'Closed'
              : (holiday ?? (places && places.capacity > 0 ? `${places.taken}/${places.capacity}` : '–'))}
          </span>
        </Stack>
      )}
    </button>
  )
}
