import { useId } from 'react'
import { serverNow } from '../../../api/clock'
import { Cluster } from '../../../components/layout/Cluster'
import hidden from '../../../components/layout/VisuallyHidden.module.css'
import type { Season } from '../../../api/types'
import {
  agesText,
  BOARD_AGES,
  BOARD_TESTS,
  BOARDS,
  type BoardAges,
  type BoardGender,
  type BoardTest,
} from '../board'
import { BoardChoice } from './BoardChoice'
import styles from './BoardControls.module.css'
import cover from '../../../components/form/cover.module.css'
import { seasonName } from '../../../academy/seasons'

interface BoardControlsProps {
  seasons: readonly Season[]
  season: number
  onSeason: (season: number) => void
  gender: BoardGender
  onGender: (gender: BoardGender) => void
  ages: BoardAges
  onAges: (ages: BoardAges) => void
  test: BoardTest
  onTest: (test: BoardTest) => void
}

/** Which board: overall, women or men, of all ages or a group, of all six tests or one, of which season. */
export function BoardControls({
  seasons,
  season,
  onSeason,
  gender,
  onGender,
  ages,
  onAges,
  test,
  onTest,
}: BoardControlsProps) {
  const id = useId()
  return (
    <div className={styles.controls}>
      <Cluster as="fieldset" gap={0} className={styles.boards}>
        <legend className={hidden.hidden}>Board</legend>
        {BOARDS.map(({ value, label }) => (
          <label key={value} className={styles.board}>
            <input
              type="radio"
              name={`${id}-board`}
              value={value}
              checked={value === gender}
              onChange={() => onGender(value)}
              className={cover.cover}
            />
            <span>{label}</span>
          </label>
        ))}
      </Cluster>
      <div className={styles.choices}>
        <BoardChoice label="Age group" value={ages} onChange={(value) => onAges(value as BoardAges)}>
          {BOARD_AGES.map((value) => (
            <option key={value} value={value}>
              {agesText(value)}
            </option>
          ))}
        </BoardChoice>
        <BoardChoice label="Test" value={test} onChange={(value) => onTest(value as BoardTest)}>
          {BOARD_TESTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </BoardChoice>
        <BoardChoice label="Season" value={season} onChange={(value) => onSeason(Number(value))}>
          {seasons.map((one) => (
            <option key={one.season} value={one.season}>
              {seasonName(one, serverNow())}
            </option>
          ))}
        </BoardChoice>
      </div>
    </div>
  )
}
