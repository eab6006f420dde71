import { useState } from 'react'
import { TextField } from '../../components/form/TextField'

interface AthleteNumberProps {
  label: string
  name: string
  /** The number that a list is filtered by; empty for none. */
  uaid: string
  onChoose: (uaid: string) => void
}

/** Filters a list by one person, on Enter or when the field is left. */
export function AthleteNumber(props: AthleteNumberProps) {
  // A number that is set elsewhere replaces what was typed, with its problem.
  return <NumberField key={props.uaid} {...props} />
}

function NumberField({ label, name, uaid, onChoose }: AthleteNumberProps) {
  const [problem, setProblem] = useState('')
  const choose = (text: string) => {
    const typed = text.trim()
    const isNumber = /^\d*$/.test(typed)
    setProblem(isNumber ? '' : 'A number has digits only.')
    if (isNumber && typed !== uaid) onChoose(typed)
  }
  return (
    <TextField
      label={label}
      error={problem}
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
