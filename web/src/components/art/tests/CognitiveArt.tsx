import styles from '../art.module.css'
import { Athlete } from '../Athlete'
import type { Pose } from '../figure'
import { corners, pointList } from '../hexagon'
import { TestFrame } from '../TestFrame'

const REACH: Pose = {
  hip: { x: 108, y: 184 },
  trunk: 16,
  head: 4,
  nearArm: [112, 128],
  farArm: [62, 104],
  nearLeg: [-26, -34, 62],
  farLeg: [36, 2, 88],
}

// The board is seen at an angle: its lights are closer together on the right.
const COLUMNS = [
  { x: 214, step: 54, top: 46, size: 21 },
  { x: 252, step: 50, top: 70, size: 18 },
  { x: 284, step: 47, top: 44, size: 16 },
] as const
const LIT = { x: 214, y: 100 }

const LIGHTS = COLUMNS.flatMap(({ x, step, top, size }) =>
  [0, 1, 2, 3].map((row) => ({ x, y: top + row * step, size })),
).filter(({ x, y }) => x !== LIT.x || y !== LIT.y)

/** Cognitive: the next light is on and the hand is already there. */
export function CognitiveArt({ className }: { className?: string }) {
  return (
    <TestFrame lit={5} className={className}>
      <path d="M186 8 312 20V264L186 286Z" className={styles.board} />
      {LIGHTS.map(({ x, y, size }) => (
        <polygon key={`${x}-${y}`} points={pointList(corners({ x, y }, size))} className={styles.light} />
      ))}
      <polygon points={pointList(corners(LIT, 36))} className={styles.halo} />
      <polygon points={pointList(corners(LIT, 22))} className={styles.lit} />
      <Athlete pose={REACH} />
    </TestFrame>
  )
}
