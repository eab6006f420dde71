import { classNames } from '../../components/class-names'
import type { LeaderboardRow } from '../../api/wire'
import { initialsOf, movementOf, nameOf, scoreText } from './board'
import { MovementMark } from './Movement'
import styles from './Podium.module.css'

/** How far up each place stands, in units of a plinth's hundred. */
const HEIGHTS = [150, 112, 84] as const
/** The second stands left of the first, the third right. */
const ORDER = [1, 0, 2]

interface PodiumProps {
  /** Null while they are on their way. */
  rows: readonly LeaderboardRow[] | null
  moving: boolean
}

/**
 * The first three on hexagonal plinths. Everything on it stands in the table too, so a screen reader is spared the
 * repetition.
 */
export function Podium({ rows, moving }: PodiumProps) {
  return (
    <div className={styles.podium} aria-hidden="true">
      <span className={styles.floor} />
      {ORDER.map((at) => {
        const row = rows?.[at]
        const place = row?.position ?? at + 1
        return (
          <div
            key={at}
            className={classNames(styles.place, place === 1 && styles.first, !row && styles.open)}
          >
            {row ? (
              <Standing row={row} moving={moving} />
            ) : (
              <Nobody waiting={rows === null} moving={moving} />
            )}
            <Plinth height={HEIGHTS[place - 1] ?? HEIGHTS[2]} label={String(place)} />
          </div>
        )
      })}
    </div>
  )
}

function Standing({ row, moving }: { row: LeaderboardRow; moving: boolean }) {
  return (
    <div className={styles.standing}>
      <span className={styles.movement}>
        {moving && movementOf(row).kind !== 'same' && <MovementMark row={row} />}
      </span>
      <span className={styles.badge}>
        <span className={styles.initials}>{initialsOf(row)}</span>
      </span>
      <bdi className={styles.name}>{nameOf(row)}</bdi>
      <span className={styles.score}>{scoreText(row.score)}</span>
    </div>
  )
}

/** Nobody stands there: yet, or when the season ended. */
function Nobody({ waiting, moving }: { waiting: boolean; moving: boolean }) {
  return (
    <div className={styles.standing}>
      <span className={styles.movement} />
      <span className={styles.badge}>
        <span className={styles.initials} />
      </span>
      <span className={styles.name}>{waiting ? '\u00a0' : moving ? 'Still open' : 'Nobody'}</span>
      <span className={styles.score}>{waiting ? '\u00a0' : '–'}</span>
    </div>
  )
}

/** A hexagonal column seen from a little above; its foot fades into the ground. */
function Plinth({ height, label }: { height: number; label: string }) {
  const foot = height + 12
  return (
    <svg viewBox={`0 0 100 ${foot}`} className={styles.plinth} focusable="false">
      <path className={styles.top} d="M25 0h50l25 11-25 11H25L0 11z" />
      <path className={styles.left} d={`M0 11 25 22V${foot}L0 ${foot - 11}z`} />
      <path className={styles.right} d={`M100 11 75 22V${foot}l25-11z`} />
      <path className={styles.front} d={`M25 22h50v${foot - 22}H25z`} />
      <text x="50" y="61" textAnchor="middle" className={styles.number}>
        {label}
      </text>
    </svg>
  )
}
