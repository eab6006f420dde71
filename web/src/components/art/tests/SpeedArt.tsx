import styles from '../art.module.css'
import { Athlete } from '../Athlete'
import type { Pose } from '../figure'
import { TestFrame } from '../TestFrame'

/** Full stride: the front knee high, the back leg long. */
export const SPRINT: Pose = {
  hip: { x: 140, y: 176 },
  trunk: 24,
  head: 14,
  nearArm: [-74, 6],
  farArm: [38, 128],
  nearLeg: [82, -6, 84],
  farLeg: [-34, -66, -22],
}

/** Speed: a sprinter breaks the beam of the timing gate. */
export function SpeedArt({ className }: { className?: string }) {
  return (
    <TestFrame lit={2} className={className}>
      <path d="M270 92V288M290 108V300" className={styles.line} />
      <path d="M264 84h12v18h-12zM284 100h12v18h-12z" className={styles.gear} />
      <path d="M232 96H262" className={styles.beam} />
      <path
        d="M-8 112H72L66 120H-14ZM-24 150H60L50 162H-34ZM4 206H56L50 214H-2ZM-18 240H38L30 250H-26Z"
        className={styles.rush}
      />
      <Athlete pose={SPRINT} />
    </TestFrame>
  )
}
