import styles from '../art.module.css'
import { Athlete } from '../Athlete'
import type { Pose } from '../figure'
import { TestFrame } from '../TestFrame'

const TURN: Pose = {
  hip: { x: 144, y: 200 },
  trunk: 58,
  head: 40,
  nearArm: [22, 8],
  farArm: [-82, -138],
  nearLeg: [62, -24, 66],
  farLeg: [-52, -44, 30],
}

/** Agility: hips low, hand to the line, already turning back. */
export function AgilityArt({ className }: { className?: string }) {
  return (
    <TestFrame lit={3} className={className}>
      <path d="M236 236H264L276 284H224ZM236 236 250 196 264 236" className={styles.cone} />
      <path d="M232 252H268" className={styles.line} />
      <Athlete pose={TURN} />
      <path d="M56 270C110 306 214 310 262 296 300 284 300 262 280 252" className={styles.glow} />
      <path d="M292 268 278 250 300 244" className={styles.glow} />
      <path d="M8 176H64L58 184H2ZM-12 208H50L42 218H-20Z" className={styles.rush} />
    </TestFrame>
  )
}
