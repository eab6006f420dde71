import { seasonName } from '../../../academy/seasons'
import { serverNow } from '../../../api/clock'
import type { Season } from '../../../api/types'
import { SelectField } from '../../../components/form/SelectField'

interface SeasonFieldProps {
  /** The newest first. */
  seasons: readonly Season[]
  season: number | undefined
  /** Undefined for the newest, which is not in the address. */
  onSeason: (season: string | undefined) => void
}

/** Of which season a board is. */
export function SeasonField({ seasons, season, onSeason }: SeasonFieldProps) {
  const options = seasons.map((one) => ({
    value: String(one.season),
    label: seasonName(one, serverNow()),
  }))
  const newest = options[0]?.value
  return (
    <SelectField
      slim
      label="Season"
      value={season ?? newest}
      onChange={({ currentTarget: { value } }) => onSeason(value === newest ? undefined : value)}
      options={options}
    />
  )
}
