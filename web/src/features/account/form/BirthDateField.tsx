import { described, FieldError } from '../../../components/form/Field'
import { fieldId } from '../../../components/form/field-id'
import text from '../../../components/text.module.css'
import { joinDate, splitDate, type DateParts } from './birth-date'
import { classNames } from '../../../components/class-names'
import { Stack } from '../../../components/layout/Stack'
import box from '../../../components/layout/box.module.css'
import css from './widgets.module.css'

interface BirthDateFieldProps {
  name: string
  label: string
  hint?: string | undefined
  /** `YYYY-MM-DD`, possibly incomplete. */
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

const BOXES: { part: keyof DateParts; label: string; length: number; autoComplete: string }[] = [
  { part: 'day', label: 'Day', length: 2, autoComplete: 'bday-day' },
  { part: 'month', label: 'Month', length: 2, autoComplete: 'bday-month' },
  { part: 'year', label: 'Year', length: 4, autoComplete: 'bday-year' },
]

/** A known date in three boxes: quicker to type than paging a calendar back thirty years. */
export function BirthDateField({ name, label, hint, value, error, onChange }: BirthDateFieldProps) {
  const id = fieldId(name)
  const parts = splitDate(value)
  return (
    <fieldset className={css.group} aria-describedby={described(id, { hint, error })['aria-describedby']}>
      <legend className={text.legend}>{label}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={text.note}>
          {hint}
        </p>
      )}
      <div className={css.boxes}>
        {BOXES.map(({ part, label: boxLabel, length, autoComplete }, index) => (
          <Stack as="label" gap={1} key={part}>
            <span className={text.note}>{boxLabel}</span>
            <input
              id={index === 0 ? id : undefined}
              className={classNames(css.input, text.figuresStrong, box.control)}
              inputMode="numeric"
              autoComplete={autoComplete}
              maxLength={length}
              value={parts[part]}
              aria-invalid={error !== undefined}
              onChange={(event) => onChange(joinDate({ ...parts, [part]: event.target.value }))}
            />
          </Stack>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}
