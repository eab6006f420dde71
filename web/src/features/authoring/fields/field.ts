// What every field of the form is given.
import type { Element, ElementSpec, Problem } from '../api'

export interface FieldProps {
  spec: ElementSpec
  /** Its place in the item, such as `questions.0.answer`. */
  place: string
  value: Element | undefined
  /** Nothing takes the element away. */
  onChange: (value: Element | undefined) => void
  problems: readonly Problem[]
}

/** `questions[0].answer` and `elements.questions.0.answer` mean the same place. */
export const placeOf = (problem: Problem): string =>
  (problem.element ?? '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .replace(/^elements\./, '')
    .replaceAll('.values.', '.')

/** What is wrong at this very place. */
export function errorAt(problems: readonly Problem[], place: string): string | undefined {
  const found = problems.filter((problem) => placeOf(problem) === place)
  return found.length > 0 ? found.map((problem) => problem.message).join(' ') : undefined
}

/** What is wrong at this place or at a value of its list that has no field of its own. */
export function errorWithin(problems: readonly Problem[], place: string): string | undefined {
  const found = problems.filter((problem) => {
    const at = placeOf(problem)
    return at === place || at.startsWith(`${place}.`)
  })
  return found.length > 0 ? [...new Set(found.map((problem) => problem.message))].join(' ') : undefined
}
