import { useId } from 'react'
import { Icon } from '../../components/Icon'
import type { Season } from '../../api/wire'
import { BOARDS, type BoardGender } from './board'
import styles from './BoardControls.module.css'
import { seasonMonths } from './seasons'

interface BoardControlsProps {
  seasons: readonly Season[]
  season: number
  onSeason: (season: number) => void
  gender: BoardGender
  onGender: (gender: BoardGender) => void
}

/** Which board: overall, women or men, of which season. */
export function BoardControls({ seasons, season, onSeason, gender, onGender }: BoardControlsProps) {
  const id = useId()
  return (
    <div className={styles.controls}>
      <fieldset className={styles.boards}>
        <legend className={styles.legend}>Board</legend>
        {BOARDS.map(({ value, label }) => (
          <label key={value} className={styles.board}>
            <input
              type="radio"
              name={`${id}-board`}
              value={value}
              checked={value === gender}
              onChange={() => onGender(value)}
              className={styles.radio}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.season}>
        <label htmlFor={`${id}-season`} className={styles.legend}>
          Season
        </label>
        <select
          id={`${id}-season`}
          value={season}
          onChange={(event) => onSeason(Number(event.target.value))}
          className={styles.select}
        >
          {seasons.map((one) => (
            <option key={one.season} value={one.season}>
              Season {one.season} · {seasonMonths(one)}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" small className={styles.arrow} />
      </div>
    </div>
  )
}
