import { useId, type ChangeEvent } from 'react'
import type { Season } from '../../../api/types'
import cover from '../../../components/form/cover.module.css'
import { SelectField } from '../../../components/form/SelectField'
import { Cluster } from '../../../components/layout/Cluster'
import hidden from '../../../components/layout/VisuallyHidden.module.css'
import type { InAddress } from '../../../state/address'
import type { BoardQuery } from '../api'
import { agesText, BOARD_AGES, BOARD_TESTS, BOARDS } from '../board'
import styles from './BoardControls.module.css'
import { SeasonField } from './SeasonField'

interface BoardControlsProps extends Pick<InAddress, 'onQuery'> {
  seasons: readonly Season[]
  board: BoardQuery
}

/** Which board: overall, women or men, of all ages or a group, of all six tests or one, of which season. */
export function BoardControls({ seasons, board, onQuery }: BoardControlsProps) {
  const id = useId()
  /** Puts a choice into the address, unless it is what an address without it leads to. */
  const choose =
    (name: string, standard: string) =>
    ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onQuery({ [name]: value === standard ? undefined : value })
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
              checked={value === board.gender}
              onChange={choose('board', 'all')}
              className={cover.cover}
            />
            <span>{label}</span>
          </label>
        ))}
      </Cluster>
      <div className={styles.choices}>
        <SelectField
          slim
          label="Age group"
          value={board.ages}
          onChange={choose('age', 'all')}
          options={BOARD_AGES.map((value) => ({ value, label: agesText(value) }))}
        />
        <SelectField
          slim
          label="Test"
          value={board.test}
          onChange={choose('test', 'final')}
          options={BOARD_TESTS}
        />
        <SeasonField
          seasons={seasons}
          season={board.season.season}
          onSeason={(season) => onQuery({ season })}
        />
      </div>
    </div>
  )
}
