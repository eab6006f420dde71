import { FieldError } from '../../../components/form/Field'
import { fieldId } from '../../../components/form/field-id'
import cover from '../../../components/form/cover.module.css'
import { classNames } from '../../../components/class-names'
import text from '../../../components/text.module.css'
import css from './widgets.module.css'

interface YesNoQuestionProps {
  name: string
  number: number
  question: string
  help?: string | undefined
  /** Null until answered. */
  value: boolean | null
  missing: boolean
  onChange: (value: boolean) => void
}

const ANSWERS = [
  { answer: false, label: 'No' },
  { answer: true, label: 'Yes' },
]

/** One screening question: two large targets, neither chosen beforehand. */
export function YesNoQuestion({
  name,
  number,
  question,
  help,
  value,
  missing,
  onChange,
}: YesNoQuestionProps) {
  const id = fieldId(name)
  const describedBy = [help && `${id}-help`, missing && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      id={id}
      className={css.question}
      data-missing={missing}
      aria-describedby={describedBy || undefined}
    >
      <legend className={css.questionText}>
        <span className={css.questionNumber} aria-hidden="true">
          {number}
        </span>
        {question}
      </legend>
      {help !== undefined && (
        <p id={`${id}-help`} className={classNames(css.questionHelp, text.note)}>
          {help}
        </p>
      )}
      <div className={css.answers}>
        {ANSWERS.map(({ answer, label }) => (
          <label key={label} className={css.answer}>
            <input
              type="radio"
              className={cover.cover}
              name={name}
              checked={value === answer}
              onChange={() => onChange(answer)}
            />
            <span className={classNames(cover.plate, text.wide)}>{label}</span>
          </label>
        ))}
      </div>
      <FieldError id={`${id}-error`}>{missing && 'Answer yes or no.'}</FieldError>
    </fieldset>
  )
}
