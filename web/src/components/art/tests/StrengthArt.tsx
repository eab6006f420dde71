import styles from '../art.module.css'
import { Athlete } from '../Athlete'
import type { Pose } from '../figure'
import { TestFrame } from '../TestFrame'

const PULL: Pose = {
  hip: { x: 126, y: 186 },
  trunk: 26,
  head: 8,
  nearArm: [-2, -6],
  farArm: [6, 0],
  nearLeg: [46, -18, 86],
  farLeg: [54, -12, 88],
}

/** Strength: the pull on a bar that will not move, and the force the plates read. */
export function StrengthArt({ className }: { className?: string }) {
  return (
    <TestFrame lit={0} className={className}>
      <path d="M64 288H226L238 300H52Z" className={styles.plate} />
      <path d="M200 30V288M212 30V288M200 70h12M200 110h12M200 150h12M200 230h12" className={styles.line} />
      <Athlete pose={PULL} />
      <circle cx="154" cy="204" r="19" className={styles.weight} />
      <path d="M154 204H206" className={styles.bar} />
      <path d="M228 262H240C258 262 250 150 272 138S296 158 312 152" className={styles.glow} />
    </TestFrame>
  )
}
