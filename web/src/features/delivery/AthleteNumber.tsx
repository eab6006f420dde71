import { TextField } from '../../components/form/TextField'

interface AthleteNumberProps {
  label: string
  name: string
  /** The number that a list is narrowed to; empty for none. */
  uaid: string
  onChoose: (uaid: string) => void
}

/** Narrows a list to one person once the field is left, or by Enter. */
export function AthleteNumber({ label, name, uaid, onChoose }: AthleteNumberProps) {
  const choose = (typed: string) => {
    if (typed.trim() !== uaid) onChoose(typed.trim())
  }
  return (
    <TextField
      key={uaid}
      label={label}
      optional
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      defaultValue={uaid}
      onBlur={(event) => choose(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') choose(event.currentTarget.value)
      }}
    />
  )
}
