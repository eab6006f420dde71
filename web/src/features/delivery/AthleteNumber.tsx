import { TextField } from '../../components/form/TextField'

interface AthleteNumberProps {
  label: string
  name: string
  /** The number that a list is filtered by; empty for none. */
  uaid: string
  onChoose: (uaid: string) => void
}

/** Filters a list by one person, on Enter or when the field is left. */
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
