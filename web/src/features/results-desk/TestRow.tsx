import { measured } from '../../academy/measure'
import { points } from '../../academy/numbers'
import { classNames } from '../../components/class-names'
import { FieldError } from '../../components/form/Field'
import { Stack } from '../../components/layout/Stack'
import textStyles from '../../components/text.module.css'
import styles from './ResultsDesk.module.css'
import box from '../../components/layout/box.module.css'
import type { StoredTest } from './api'

interface TestRowProps {
  test: StoredTest
  attempts: readonly string[]
  changed: boolean
  error?: string
  onChange: (attempts: string[]) => void
}

export const fieldOf = (test: string, place: number) => `correct-${test}-${place}`

/** One test: its points as stored, and a field for each attempt. */
export function TestRow({ test, attempts, changed, error, onChange }: TestRowProps) {
  const { TestType, score, unit } = test
  const id = `correct-${TestType}`
  const unread = measured(attempts).includes(null)
  const wrong = unread ? 'An attempt is a number.' : error
  return (
    <Stack as="fieldset" gap={[2, 4]} top shrink className={styles.test} data-changed={changed || undefined}>
      <legend className={styles.testName}>{TestType}</legend>
      <p className={textStyles.figuresStrong}>
        {points(score)} <span className={classNames(textStyles.figures, textStyles.aside)}>points</span>
      </p>
      <Stack gap={3} className={styles.attempts}>
        {attempts.map((text, place) => (
          <Stack as="label" gap={1} key={place}>
            <span className={classNames(textStyles.figures, textStyles.aside)}>
              {place + 1}. {unit}
            </span>
            <input
              className={classNames(styles.input, box.control)}
              name={fieldOf(TestType, place)}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              aria-label={`${TestType}, attempt ${place + 1}, in ${unit}`}
              aria-invalid={error || measured([text]).includes(null) ? true : undefined}
              aria-describedby={wrong ? `${id}-error` : undefined}
              onChange={(event) => onChange(attempts.with(place, event.currentTarget.value))}
            />
          </Stack>
        ))}
      </Stack>
      <FieldError id={`${id}-error`}>{wrong}</FieldError>
    </Stack>
  )
}
