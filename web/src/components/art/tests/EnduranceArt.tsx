import styles from '../art.module.css'
import { Athlete } from '../Athlete'
import type { Pose } from '../figure'
import { TestFrame } from '../TestFrame'

const RUN: Pose = {
  hip: { x: 156, y: 166 },
  trunk: 9,
  head: 4,
  nearArm: [34, 112],
  farArm: [-44, 36],
  nearLeg: [-22, -86, -40],
  farLeg: [34, 2, 90],
}

/** Endurance: the shuttle runner between two lines, the beeps coming closer. */
export function EnduranceArt({ className }: { className?: string }) {
  return (
    <TestFrame lit={4} className={className}>
      <path d="M30 60V284M290 60V284" className={styles.line} />
      <path d="M18 60H42L30 44ZM278 60H302L290 44Z" className={styles.gear} />
      <Athlete pose={RUN} />
      <path
        d="M244 132a40 40 0 0 1 0 62M254 116a62 62 0 0 1 0 94M264 100a84 84 0 0 1 0 126"
        className={styles.wave}
      />
      <path d="M110 264H54M70 250 54 264 70 278" className={styles.glow} />
      <path d="M214 264H262M246 250 262 264 246 278" className={styles.glow} />
    </TestFrame>
  )
}
