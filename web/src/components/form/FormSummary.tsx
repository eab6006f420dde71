import { useEffect, useRef } from 'react'
import { fieldId } from './field-id'
import styles from './FormSummary.module.css'
import { Icon } from '../graphics/Icon'
import text from '../text.module.css'

/** A problem to be fixed; `field` is the input's name, null for the form as a whole. */
export interface FormProblem {
  field: string | null
  message: string
}

interface FormSummaryProps {
  problems: readonly FormProblem[]
  title?: string
  /** Increase it with every failed attempt: the summary then takes the focus. */
  attempt?: number
}

function titleOf(problems: readonly FormProblem[]): string {
  // No field is wrong: the network is away, or the server has refused.
  if (problems.every(({ field }) => field === null)) return 'That did not work'
  return problems.length === 1 ? 'One thing to fix' : `${problems.length} things to fix`
}

/** The errors of a form, at the top; each leads to its field. Renders nothing without errors. */
export function FormSummary({ problems, title, attempt }: FormSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  const shown = problems.length > 0
  useEffect(() => {
    if (shown) box.current?.focus()
  }, [shown, attempt])
  if (!shown) return null
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <Icon name="alert" className={text.signal} />
      <div>
        <p className={text.title}>{title ?? titleOf(problems)}</p>
        <ul className={styles.list}>
          {problems.map(({ field, message }) => (
            <li key={`${field ?? ''} ${message}`}>
              {field === null ? (
                message
              ) : (
                <a
                  href={`#${fieldId(field)}`}
                  onClick={(event) => focusField(field) && event.preventDefault()}
                >
                  {message}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Focuses the input with that name; false if there is none. */
export function focusField(field: string): boolean {
  const found =
    document.getElementById(fieldId(field)) ??
    document.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)
  if (!found) return false
  const input = found.matches('input, select, textarea, button, [tabindex]')
    ? found
    : (found.querySelector<HTMLElement>('input, select, textarea, button, [tabindex]') ?? found)
  input.focus({ preventScroll: true })
  input.scrollIntoView({ block: 'center' })
  return true
}
