import type { CSSProperties, Ref } from 'react'
import { points } from '../../../academy/numbers'
import { classNames } from '../../../components/class-names'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import type { LeaderboardRow } from '../../../api/types'
import { markOf, nameOf, sharedPositions } from '../board'
import styles from './BoardTable.module.css'
import { MovementMark } from '../Movement'
import { Place, PlaceHead } from './Place'

interface BoardTableProps {
  caption: string
  rows: readonly LeaderboardRow[]
  /** Rows further down: one's own and those around it. */
  around?: readonly LeaderboardRow[]
  /** Whether positions can still change: those of a past season cannot. */
  moving: boolean
  busy?: boolean
  /** The signed-in person's row. */
  mine?: Ref<HTMLTableRowElement>
  ref?: Ref<HTMLTableElement>
}

/** The board as a table: place, movement, athlete, score; of one test also the measurement, once somebody has one. */
export function BoardTable({ caption, rows, around = [], moving, busy, mine, ref }: BoardTableProps) {
  const shared = sharedPositions([...rows, ...around])
  const marks = [...rows, ...around].flatMap((row) => markOf(row) ?? [])
  const measured = marks.length > 0
  const decimals = Math.max(0, ...marks.map(decimalsOf))
  const score = classNames(styles.score, measured && styles.measured)
  const line = (row: LeaderboardRow, at: number) => (
    <tr
      key={at}
      className={classNames(styles.row, row.isUser && styles.mine, row.position <= 3 && styles.top)}
      style={{ '--share': `${Math.max(0, Math.min(100, row.score))}%` } as CSSProperties}
      tabIndex={-1}
      ref={row.isUser ? mine : undefined}
    >
      <Place position={row.position} shared={shared.has(row.position)} />
      {moving && (
        <td className={styles.movement}>
          <MovementMark row={row} />
        </td>
      )}
      <th scope="row" className={styles.name}>
        <bdi>{nameOf(row)}</bdi>
        {row.isUser && <span className={styles.you}>You</span>}
      </th>
      <td className={score}>
        <Figures measured={measured} mark={markOf(row)} decimals={decimals}>
          {points(row.score)}
        </Figures>
      </td>
    </tr>
  )
  const [next] = around
  const last = rows.at(-1)
  return (
    <table ref={ref} className={classNames(styles.table, busy && styles.busy)} aria-busy={busy || undefined}>
      <caption className={styles.caption}>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead className={styles.head}>
        <tr>
          <PlaceHead />
          {moving && (
            <th scope="col" className={styles.movement}>
              <VisuallyHidden>Movement since midnight</VisuallyHidden>
            </th>
          )}
          <th scope="col" className={styles.name}>
            Athlete
          </th>
          <th scope="col" className={score}>
            <Figures measured={measured} mark="Measured">
              Score
            </Figures>
          </th>
        </tr>
      </thead>
      <tbody>{rows.map(line)}</tbody>
      {next && (
        <tbody>
          {last && next.position > last.position + 1 && (
            <tr className={styles.gap}>
              <td colSpan={moving ? 4 : 3}>
                <span>{gapWords(last.position, next.position)}</span>
              </td>
            </tr>
          )}
          {around.map((row, at) => line(row, rows.length + at))}
        </tbody>
      )}
    </table>
  )
}

const decimalsOf = (mark: string): number => /\.(\d+)/.exec(mark)?.[1]?.length ?? 0

interface FiguresProps {
  measured: boolean
  mark: string | null
  /** The most decimals of a mark on the board. */
  decimals?: number
  /** The points. */
  children: string
}

/** Points, and the measurement that made them: before the points, on a narrow screen below. Decimal points are in a line. */
function Figures({ measured, mark, decimals = 0, children }: FiguresProps) {
  if (!measured) return children
  return (
    <span className={styles.figures}>
      {mark && (
        <span className={styles.mark}>
          {mark}
          <span className={styles.pad} aria-hidden="true">
            {'0'.repeat(Math.max(0, decimals - decimalsOf(mark)))}
          </span>
        </span>
      )}{' '}
      <span className={styles.points}>{children}</span>
    </span>
  )
}

function gapWords(above: number, below: number): string {
  const places = below - above - 1
  return places === 1 ? '1 place further down' : `${places} places further down`
}
