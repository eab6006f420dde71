import { Drawing } from './Drawing'
import { corners, pointList, shape } from './hexagon'
import styles from './SmallHexagon.module.css'

const CENTRE = { x: 50, y: 50 }
const RADIUS = 46
const RIM = pointList(corners(CENTRE, RADIUS))

/** Six scores (0 to 100 points, in the order of the corners) as a shape, as small as a line of text. */
export function SmallHexagon({ scores }: { scores: readonly (number | null)[] }) {
  const shares = scores.map((score) => (score ?? 0) / 100)
  return (
    <Drawing className={styles.hexagon ?? ''} viewBox="0 0 100 100">
      <polygon points={RIM} className={styles.rim} />
      <polygon points={pointList(shape(CENTRE, RADIUS, shares))} className={styles.shape} />
    </Drawing>
  )
}
