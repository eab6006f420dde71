import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { points } from '../../../academy/numbers'
import type { LeaderboardRow } from '../../../api/types'
import { climbOf, markOf, nameOf } from '../board'
import styles from './Marks.module.css'
import { MovementMark } from '../Movement'

interface MarksProps {
  rows: readonly LeaderboardRow[]
  /** How many rows the last mark is drawn at. */
  line: number
  moving: boolean
}

/** What there is to beat: the best score, the score of the last of the first rows, the climb of the day. */
export function Marks({ rows, line, moving }: MarksProps) {
  const [best] = rows
  const last = rows[line - 1]
  const climb = moving ? climbOf(rows) : null
  if (!best) return null
  return (
    <dl className={styles.marks}>
      <Stack gap={1} top className={styles.mark}>
        <dt>To beat</dt>
        <Beaten row={best} />
      </Stack>
      {last && (
        <Stack gap={1} top className={styles.mark}>
          <dt>Top {line} from</dt>
          <Beaten row={last} />
        </Stack>
      )}
      {climb && (
        <Stack gap={1} top className={styles.mark}>
          <dt>Climb of the day</dt>
          <Cluster as="dd" gap={[0, 2]} align="center" className={classNames(text.strong, text.snug)}>
            {nameOf(climb)} <MovementMark row={climb} />
          </Cluster>
        </Stack>
      )}
    </dl>
  )
}

function Beaten({ row }: { row: LeaderboardRow }) {
  const mark = markOf(row)
  return (
    <Cluster
      as="dd"
      gap={[1, 2]}
      align="baseline"
      className={classNames(text.h3, text.figures, text.solid, text.title)}
    >
      {points(row.score)}
      {mark && <span className={classNames(text.normalWidth, text.nowrap, text.label)}> {mark}</span>}
    </Cluster>
  )
}
