// Protocols while they are edited: the draft, its invalid values, and the differences of two versions.
import type { Difference } from './rules'
import type { Protocol, Protocols } from './api'

export type MarkKey = 'zero' | 'hundred' | 'low' | 'high' | 'attempts'

/** The numbers of a protocol in the order in which they are read. */
export const MARKS: readonly { key: MarkKey; label: string }[] = [
  { key: 'zero', label: '0 points' },
  { key: 'hundred', label: '100 points' },
  { key: 'low', label: 'Lowest plausible' },
  { key: 'high', label: 'Highest plausible' },
  { key: 'attempts', label: 'Attempts' },
]

/** The form's values, by test. */
export type Typed = Record<string, Record<MarkKey, string>>

export const typedOf = (tests: readonly Protocol[]): Typed =>
  Object.fromEntries(
    tests.map((test) => [
      test.TestType,
      {
        zero: String(test.zero),
        hundred: String(test.hundred),
        low: String(test.low),
        high: String(test.high),
        attempts: String(test.attempts),
      },
    ]),
  )

/** The values of what is stored now, with what was typed over what was read. */
export function typedOver(typed: Typed, { read, stored }: { read: Typed; stored: Typed }): Typed {
  return Object.fromEntries(
    Object.entries(stored).map(([test, marks]) => {
      const changed = MARKS.filter(({ key }) => typed[test]?.[key] !== read[test]?.[key])
      return [test, { ...marks, ...Object.fromEntries(changed.map(({ key }) => [key, typed[test]?.[key]])) }]
    }),
  )
}

/**
 * What counts as read when another version is stored: a mark that was changed here stays what was read before, so that the server asks
 * about somebody else's change of the same one. What is stored now may come from here, though the answer was lost.
 */
export function readBefore(
  typed: Typed,
  { read, stored, sent }: { read: Typed; stored: Typed; sent: Typed | null },
): Typed {
  return Object.fromEntries(
    Object.entries(stored).map(([test, marks]) => {
      const isOwn = (key: MarkKey) => [typed[test]?.[key], sent?.[test]?.[key]].includes(marks[key])
      const kept = MARKS.filter(({ key }) => typed[test]?.[key] !== read[test]?.[key] && !isOwn(key))
      return [test, { ...marks, ...Object.fromEntries(kept.map(({ key }) => [key, read[test]?.[key]])) }]
    }),
  )
}

/** Whether somebody else has changed a mark that was changed here as well. */
export const bothChanged = (typed: Typed, { read, stored }: { read: Typed; stored: Typed }): boolean =>
  Object.entries(stored).some(([test, marks]) =>
    MARKS.some(({ key }) => read[test]?.[key] !== marks[key] && typed[test]?.[key] !== marks[key]),
  )

const NUMBER = /^\d{1,6}([.]\d{1,3})?$/
const WHOLE = /^\d{1,2}$/

/** Whether a value is written as the protocol needs it. */
export const reads = (key: MarkKey, text: string): boolean =>
  (key === 'attempts' ? WHOLE : NUMBER).test(text.trim().replace(',', '.'))

/** The protocols of a draft; null while a value is invalid. */
export function protocolsOf(stored: Protocols, typed: Typed): Protocols | null {
  const tests: Protocol[] = []
  for (const test of stored.tests) {
    const values = typed[test.TestType]
    if (!values || MARKS.some(({ key }) => !reads(key, values[key]))) return null
    const number = (key: MarkKey) => Number(values[key].trim().replace(',', '.'))
    tests.push({
      ...test,
      zero: number('zero'),
      hundred: number('hundred'),
      low: number('low'),
      high: number('high'),
      attempts: number('attempts'),
    })
  }
  return { version: stored.version, tests }
}

/** What was changed here since `read`, put over what somebody else has saved meanwhile. */
export const changesOver = (
  theirs: Protocols,
  { read, mine }: { read: Protocols; mine: Protocols },
): Protocols => ({
  version: theirs.version,
  tests: theirs.tests.map((test) => {
    const [before, after] = [read, mine].map(({ tests }) =>
      tests.find((one) => one.TestType === test.TestType),
    )
    const changed = MARKS.filter(({ key }) => after?.[key] !== before?.[key])
    return { ...test, ...Object.fromEntries(changed.map(({ key }) => [key, after?.[key]])) }
  }),
})

/** The differences of two versions, theirs first. */
export const protocolDifferences = (theirs: Protocols, mine: Protocols): Difference[] =>
  mine.tests.flatMap((test) => {
    const other = theirs.tests.find(({ TestType }) => TestType === test.TestType)
    return other
      ? MARKS.filter(({ key }) => other[key] !== test[key]).map(({ key, label }) => ({
          label: `${test.TestType}: ${label}`,
          theirs: String(other[key]),
          mine: String(test[key]),
        }))
      : []
  })
