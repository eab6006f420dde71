import { points } from '../../../academy/numbers'
import { classNames } from '../../../components/class-names'
import { Stack } from '../../../components/layout/Stack'
import type { LeaderboardRow } from '../../../api/types'
import { initialsOf, markOf, movementOf, nameOf } from '../board'
import { MovementMark } from '../Movement'
import textStyles from '../../../components/text.module.css'
import styles from './Podium.module.css'

/** The height of each place, in units of a plinth's hundred. */
const HEIGHTS = [150, 112, 84] as const
/** The second is left of the first, the third right. */
const ORDER = [1, 0, 2]

interface PodiumProps {
  /** Null while they are on their way. */
  rows: readonly LeaderboardRow[] | null
  moving: boolean
}

/**
 * The first three on hexagonal plinths. The table repeats everything on it, so it is hidden from screen readers.
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
              <PodiumPlace row={row} sharing={at === 2 ? sharing(rows ?? [], row) : []} moving={moving} />
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

/** Those who share the place of the last plinth and have none of their own. */
const sharing = (rows: readonly LeaderboardRow[], last: LeaderboardRow) =>
  rows.slice(ORDER.length).filter(({ position }) => position === last.position)

/** How many names fit under one place. */
const NAMES = 3

interface PodiumPlaceProps {
  row: LeaderboardRow
  sharing: readonly LeaderboardRow[]
  moving: boolean
}

function PodiumPlace({ row, sharing, moving }: PodiumPlaceProps) {
  const mark = markOf(row)
  const named = sharing.length < NAMES ? sharing : sharing.slice(0, NAMES - 2)
  const more = sharing.length - named.length
  return (
    <Stack gap={1} className={styles.standing}>
      <span className={styles.movement}>
        {moving && movementOf(row).kind !== 'same' && <MovementMark row={row} />}
      </span>
      <span className={styles.badge}>
        <span className={classNames(styles.initials, textStyles.title)}>{initialsOf(row)}</span>
      </span>
      <bdi className={styles.name}>{nameOf(row)}</bdi>
      {named.map((other) => (
        <bdi key={`${other.firstName} ${other.lastName} ${other.uaid ?? ''}`} className={styles.name}>
          {nameOf(other)}
        </bdi>
      ))}
      {more > 0 && <span className={styles.name}>and {more} more</span>}
      <span className={classNames(styles.score, textStyles.score)}>{points(row.score)}</span>
      {mark && <span className={textStyles.figuresStrong}>{mark}</span>}
    </Stack>
  )
}

/** An empty plinth: nobody yet, or nobody by the end of the season. */
function Nobody({ waiting, moving }: { waiting: boolean; moving: boolean }) {
  return (
    <Stack gap={1} className={styles.standing}>
      <span className={styles.movement} />
      <span className={styles.badge}>
        <span className={classNames(styles.initials, textStyles.title)} />
      </span>
      <span className={styles.name}>{waiting ? '\u00a0' : moving ? 'Still open' : 'Nobody'}</span>
      <span className={classNames(styles.score, textStyles.score)}>{waiting ? '\u00a0' : '–'}</span>
    </Stack>
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
      <text x="50" y="61" textAnchor="middle" className={classNames(styles.number, textStyles.poster)}>
        {label}
      </text>
    </svg>
  )
}
