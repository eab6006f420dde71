import { dayMonth } from '../../academy/civil-date'
import { points } from '../../academy/numbers'
import { ratingText } from '../../academy/rating'
import { TEST_TYPES } from '../../components/art/test-types'
import hidden from '../../components/layout/VisuallyHidden.module.css'
import { HexagonFigure } from './HexagonFigure'
import { marksOf, shapesOf, type NamedTest } from './outcome'

interface ShapeProps {
  tests: readonly NamedTest[]
  /** The day of the time before, where there was one. */
  lastDay: string | null | undefined
  className?: string | undefined
}

/** The six axes: the shape of this time in the one of last time; a table says the same to a screen reader. */
export function Shape({ tests, lastDay, className }: ShapeProps) {
  const { now, before } = shapesOf(tests)
  const marks = marksOf(tests)
  return (
    <HexagonFigure
      scores={now}
      before={before ?? undefined}
      marks={marks}
      labels={{ now: 'This time', before: lastDay ? `Last time, ${dayMonth(lastDay)}` : 'Last time' }}
      className={className}
    >
      <div className={hidden.hidden}>
        <table>
          <caption>Points per test, out of 100</caption>
          <thead>
            <tr>
              <th scope="col">Test</th>
              <th scope="col">Points</th>
              <th scope="col">Measured</th>
              <th scope="col">Last time</th>
              <th scope="col">Rating</th>
            </tr>
          </thead>
          <tbody>
            {TEST_TYPES.map((name) => {
              const test = tests.find((one) => one.name === name)
              return (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{test && test.score !== null ? points(test.score) : 'Not tested'}</td>
                  <td>{marks[name] ?? 'None'}</td>
                  <td>{test?.previous ? points(test.previous.score) : 'None'}</td>
                  <td>{ratingText(test?.betterThan) ?? 'None'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </HexagonFigure>
  )
}
