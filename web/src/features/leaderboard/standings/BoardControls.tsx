import { useId, type ReactNode } from 'react'
import { serverNow } from '../../../api/clock'
import { Icon } from '../../../components/graphics/Icon'
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
import styles from './BoardControls.module.css'
import cover from '../../../components/form/cover.module.css'
import box from '../../../components/layout/box.module.css'
import { classNames } from '../../../components/class-names'
import { seasonName } from '../seasons'

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
      <fieldset className={styles.boards}>
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
      </fieldset>
      <div className={styles.choices}>
        <Choice label="Age group" value={ages} onChange={(value) => onAges(value as BoardAges)}>
          {BOARD_AGES.map((value) => (
            <option key={value} value={value}>
              {agesText(value)}
            </option>
          ))}
        </Choice>
        <Choice label="Test" value={test} onChange={(value) => onTest(value as BoardTest)}>
          {BOARD_TESTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice label="Season" value={season} onChange={(value) => onSeason(Number(value))}>
          {seasons.map((one) => (
            <option key={one.season} value={one.season}>
              {seasonName(one, serverNow())}
            </option>
          ))}
        </Choice>
      </div>
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string | number
  onChange: (value: string) => void
  children: ReactNode
}

function Choice({ label, value, onChange, children }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice}>
      <label htmlFor={id} className={hidden.hidden}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(styles.select, box.control)}
      >
        {children}
      </select>
      <Icon name="chevronDown" small className={styles.arrow} />
    </div>
  )
}
