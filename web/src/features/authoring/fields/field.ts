import type { Element, ElementSpec, Problem } from '../api'

export interface FieldProps {
  spec: ElementSpec
  /** Its path in the item, such as `questions.0.answer`. */
  place: string
  value: Element | undefined
  /** Undefined removes the element. */
  onChange: (value: Element | undefined) => void
  problems: readonly Problem[]
}

/** `questions[0].answer` and `elements.questions.0.answer` mean the same path. */
export const placeOf = (problem: Problem): string =>
  (problem.element ?? '')
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .replace(/^elements\./, '')
    .replaceAll('.values.', '.')

/** The problem at exactly this path. */
export function errorAt(problems: readonly Problem[], place: string): string | undefined {
  const found = problems.filter((problem) => placeOf(problem) === place)
  return found.length > 0 ? found.map((problem) => problem.message).join(' ') : undefined
}

/** The problem at this path, or at a value of its list that has no field of its own. */
export function errorWithin(problems: readonly Problem[], place: string): string | undefined {
  const found = problems.filter((problem) => {
    const at = placeOf(problem)
    return at === place || at.startsWith(`${place}.`)
  })
  return found.length > 0 ? [...new Set(found.map((problem) => problem.message))].join(' ') : undefined
}
