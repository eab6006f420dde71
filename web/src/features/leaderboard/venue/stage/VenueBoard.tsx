import { useRef, type CSSProperties } from 'react'
import { points } from '../../../../academy/numbers'
import { classNames } from '../../../../components/class-names'
import { VisuallyHidden } from '../../../../components/layout/VisuallyHidden'
import type { LeaderboardRow } from '../../../../api/types'
import { movementOf, nameOf } from '../../board'
import { MovementMark } from '../../Movement'
import { FitText } from './FitText'
import { rowOf, type KnownRow, type Somebody } from '../scenes/rows'
import { useClimb } from './use-climb'
import text from '../../../../components/text.module.css'
import styles from './VenueBoard.module.css'

interface VenueBoardProps {
  /** Which board it is: a change of board redraws, a change within one animates. */
  name: string
  /** Those who fit, the first of them in the place of honour. */
  rows: readonly KnownRow[]
  /** The places that several people share, counting those who do not fit. */
  shared: ReadonlySet<number>
  /** How many fit. */
  places: number
  /** Who was revealed last. */
  latest: Somebody | null
  /** Whether they are on their way into their row. */
  landing: boolean
}

/** The rows on a venue screen: the first place is always large, the others move up and down beside it. */
export function VenueBoard({ name, rows, shared, places, latest, landing }: VenueBoardProps) {
  const list = useRef<HTMLOListElement>(null)
  const only = rows.map(({ row }) => row)
  const marked = latest && rowOf(only, latest)
  useClimb(list, name, (landing && rows.find(({ row }) => row === marked)?.key) || null)
  return (
    <ol ref={list} className={styles.rows} style={{ '--listed': places - 1 } as CSSProperties}>
      {rows.map(({ key, row }, index) => (
        <li
          key={`${name}|${key}`}
          data-key={key}
          className={classNames(
            index === 0 ? styles.first : styles.row,
            row.position <= 3 && styles.top,
            row === marked && styles.latest,
          )}
          style={{ '--share': `${Math.max(0, Math.min(100, row.score))}%` } as CSSProperties}
        >
          <Line row={row} shared={shared.has(row.position)} first={index === 0} />
        </li>
      ))}
    </ol>
  )
}

function Line({ row, shared, first }: { row: LeaderboardRow; shared: boolean; first: boolean }) {
  return (
    <>
      <span className={styles.glow} data-glow="" />
      <span className={styles.position}>
        {row.position}
        {shared && (
          <>
            <span aria-hidden="true" className={styles.shared}>
              =
            </span>
            <VisuallyHidden> shared</VisuallyHidden>
          </>
        )}
      </span>
      <span className={styles.movement}>
        {(!first || movementOf(row).kind !== 'same') && <MovementMark row={row} />}
      </span>
      <FitText className={styles.name} breaks={first}>
        {nameOf(row)}
      </FitText>
      <span className={classNames(styles.score, text.title, text.tight)}>{points(row.score)}</span>
    </>
  )
}
