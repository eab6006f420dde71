import { TextField } from './TextField'

interface DayRangeProps {
  /** Comes before `from` and `to` in the names of the inputs. */
  prefix: string
  from: string
  to: string
  label?: string
  required?: boolean
  /** What is wrong with them; shown beside the last day. */
  problem?: string | false | undefined
  onChange: (day: { from: string } | { to: string }) => void
}

export function DayRange({ prefix, from, to, label = 'From', required, problem, onChange }: DayRangeProps) {
  return (
    <>
      <TextField
        label={label}
        type="date"
        name={`${prefix}from`}
        required={required}
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextField
        label="To"
        type="date"
        name={`${prefix}to`}
        required={required}
        value={to}
        error={problem}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  )
}
