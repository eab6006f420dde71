import styles from '../art.module.css'
import { Athlete } from '../Athlete'
import type { Pose } from '../figure'
import { TestFrame } from '../TestFrame'

const FLIGHT: Pose = {
  hip: { x: 168, y: 126 },
  trunk: 2,
  head: -6,
  nearArm: [-50, 62],
  farArm: [48, -58],
  nearLeg: [4, -4, 34],
  farLeg: [18, -16, 22],
}

/** Power: the jump at its top, hands on hips, the height it made below the shoes. */
export function PowerArt({ className }: { className?: string }) {
  return (
    <TestFrame lit={1} className={className}>
      <path d="M92 292H244L256 304H80Z" className={styles.plate} />
      <path d="M140 288 168 272 196 288" className={styles.glow} />
      <path
        d="M262 60V284M252 284h20M252 240h12M252 196h12M252 152h12M252 108h12M252 60h20"
        className={styles.line}
      />
      <path d="M246 262 232 254V270Z" className={styles.gear} />
      <path d="M116 250V176l8-6v72ZM136 232V196l6-4v34ZM206 250V170l-8-6v78Z" className={styles.rush} />
      <Athlete pose={FLIGHT} />
    </TestFrame>
  )
}
