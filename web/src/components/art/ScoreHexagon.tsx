import { points as pointsText } from '../../academy/numbers'
import { classNames } from '../class-names'
import { Drawing } from './Drawing'
import styles from './ScoreHexagon.module.css'
import { corners, pointList, shape } from './hexagon'
import { TEST_TYPES, type TestType } from './test-types'

const CENTRE = { x: 220, y: 200 }
const RADIUS = 152
const LABEL_RADIUS = 170
const ANCHORS = ['middle', 'start', 'start', 'middle', 'end', 'end'] as const

export type TestScores = Partial<Record<TestType, number>>

export interface ScoreHexagonProps {
  scores: TestScores
  /** The previous scores, as a second outline. */
  before?: TestScores | undefined
  /** Writes the points at the corners. */
  values?: boolean
  /** What was measured, below the points: `7.82 s`. */
  marks?: Partial<Record<TestType, string>> | undefined
  className?: string | undefined
}

/** Where a name, its points and what was measured are, relative to a corner: above, beside or below. */
const LINES = [
  [-28, -4, 0],
  [-8, 17, 39],
  [-2, 23, 45],
  [18, 43, 65],
  [-2, 23, 45],
  [-8, 17, 39],
] as const
/** How much higher the lines above the top corner are where a third one follows. */
const LIFT = 22

const sharesOf = (scores: TestScores) => TEST_TYPES.map((test) => (scores[test] ?? 0) / 100)

/**
 * Six scores (0 to 100 points) as a shape in the hexagon; without scores, only the hexagon. A table beside it has the
 * same values.
 */
export function ScoreHexagon({ scores, before, values = false, marks, className }: ScoreHexagonProps) {
  const shares = sharesOf(scores)
  const empty = shares.every((share) => share === 0)
  const labels = corners(CENTRE, LABEL_RADIUS)
  return (
    <Drawing
      className={classNames(styles.chart, className)}
      viewBox={marks ? '-62 -44 564 492' : values ? '-62 -22 564 446' : '-50 6 540 392'}
    >
      {[1, 0.75, 0.5, 0.25].map((share) => (
        <polygon
          key={share}
          points={pointList(corners(CENTRE, RADIUS * share))}
          className={share === 1 ? styles.rim : styles.ring}
        />
      ))}
      {corners(CENTRE, RADIUS).map((corner, index) => (
        <path
          key={TEST_TYPES[index]}
          d={`M${CENTRE.x} ${CENTRE.y}L${corner.x} ${corner.y}`}
          className={styles.ring}
        />
      ))}
      {before && (
        <polygon points={pointList(shape(CENTRE, RADIUS, sharesOf(before)))} className={styles.before} />
      )}
      {empty ? (
        <polygon points={pointList(corners(CENTRE, RADIUS * 0.62))} className={styles.waiting} />
      ) : (
        <polygon points={pointList(shape(CENTRE, RADIUS, shares))} className={styles.shape} />
      )}
      {corners(CENTRE, RADIUS).map((corner, index) => {
        const point = shape(CENTRE, RADIUS, shares)[index] ?? corner
        return (
          <circle
            key={TEST_TYPES[index]}
            cx={empty ? corner.x : point.x}
            cy={empty ? corner.y : point.y}
            r="6"
            className={empty ? styles.socket : styles.node}
          />
        )
      })}
      {labels.map((label, index) => {
        const test = TEST_TYPES[index]
        if (!test) return null
        const [name, points, mark] = LINES[index] ?? [0, 0, 0]
        const lift = marks && index === 0 ? LIFT : 0
        const own = index === 0 ? -4 : index === 3 ? 18 : 6
        return (
          <text
            key={test}
            x={label.x}
            y={label.y + (values ? name - lift : own)}
            textAnchor={ANCHORS[index]}
            className={values ? styles.name : styles.label}
          >
            {test}
            {values && (
              <tspan x={label.x} y={label.y + points - lift} className={styles.value}>
                {pointsText(scores[test])}
              </tspan>
            )}
            {marks?.[test] && (
              <tspan x={label.x} y={label.y + mark - (index === 0 ? 4 : 0)} className={styles.mark}>
                {marks[test]}
              </tspan>
            )}
          </text>
        )
      })}
    </Drawing>
  )
}
