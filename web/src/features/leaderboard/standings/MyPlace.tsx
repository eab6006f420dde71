import { useEffect, useState, type RefObject } from 'react'
import { points } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import type { LeaderboardRow } from '../../../api/types'
import { markOf, placeText } from '../board'
import { MovementMark } from '../Movement'
import text from '../../../components/text.module.css'
import styles from './MyPlace.module.css'

interface MyPlaceProps {
  me: LeaderboardRow
  /** Whether somebody else has the same place. */
  shared: boolean
  moving: boolean
  /** The viewer's row in the table. */
  row: RefObject<HTMLTableRowElement | null>
}

/** The viewer's position, pinned to the foot of the window until their row is in view. */
export function MyPlace({ me, shared, moving, row }: MyPlaceProps) {
  const seen = useInView(row, me)
  const mark = markOf(me)
  const jump = () => {
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }
  return (
    <aside className={classNames(styles.pinned, seen && styles.seen)} aria-label="Your place">
      <span className={styles.position}>{placeText(me.position, shared)}</span>
      <span className={styles.name}>You</span>
      {moving && (
        <span className={styles.movement}>
          <MovementMark row={me} />
        </span>
      )}
      <span className={styles.score}>
        <span className={classNames(text.title, text.h3)}>{points(me.score)}</span>
        {mark && <span className={classNames(styles.mark, text.status)}> {mark}</span>}
      </span>
      <Button variant="secondary" onClick={jump} className={styles.jump}>
        Jump to me
      </Button>
    </aside>
  )
}

/** Whether the element is on the screen; checked again when the board changes. */
function useInView(element: RefObject<HTMLElement | null>, board: unknown): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (!watched || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), {
      threshold: 0.6,
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, board])
  return seen
}
