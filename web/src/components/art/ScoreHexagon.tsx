import { points as pointsText } from '../../academy/numbers'
import { classNames } from '../class-names'
import { Drawing } from './Drawing'
import styles from './ScoreHexagon.module.css'
import { corners, pointList, shape } from './hexagon'
import { TEST_TYPES, type TestType } from './test-types'

const CENTRE = { x: 152, y: 152 }
const RADIUS = 152
/** A corner's node and its line reach over the drawing's edge. */
const EDGE = 8
const SIDE = RADIUS * Math.cos(Math.PI / 6)
const VIEW_BOX = `${CENTRE.x - SIDE - EDGE} ${-EDGE} ${2 * (SIDE + EDGE)} ${2 * (RADIUS + EDGE)}`

export type TestScores = Partial<Record<TestType, number>>

export interface ScoreHexagonProps {
  scores: TestScores
  /** The previous scores, as a second outline. */
  before?: TestScores | undefined
  /** Has the points at the corners. */
  values?: boolean
  /** What was measured, below the points: `7.82 s`. */
  marks?: Partial<Record<TestType, string>> | undefined
  className?: string | undefined
}

const sharesOf = (scores: TestScores) => TEST_TYPES.map((test) => (scores[test] ?? 0) / 100)

/**
 * Six scores (0 to 100 points) as a shape in the hexagon; without scores, only the hexagon. A table beside it has the
 * same values.
 */
export function ScoreHexagon({ scores, before, values = false, marks, className }: ScoreHexagonProps) {
  const shares = sharesOf(scores)
  const empty = shares.every((share) => share === 0)
  return (
    <div className={classNames(styles.frame, className)} aria-hidden="true">
      <div className={styles.around}>
        {TEST_TYPES.map((test, corner) => (
          <span key={test} className={styles.label} data-corner={corner}>
            <span className={values ? styles.faint : undefined}>{test}</span>
            {values && <span className={styles.value}>{pointsText(scores[test])}</span>}
            {marks?.[test] && <span className={styles.faint}>{marks[test]}</span>}
          </span>
        ))}
        <Drawing className={styles.chart ?? ''} viewBox={VIEW_BOX}>
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
        </Drawing>
      </div>
    </div>
  )
}
