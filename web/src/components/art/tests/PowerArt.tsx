import styles from '../art.module.css'
import { TestFrame } from '../TestFrame'

/** Power: countermovement jump, hands on hips: the dip, the flight, and its height above the plate. */
export function PowerArt({ className }: { className?: string }) {
  return (
    <TestFrame className={className}>
      <g className={styles.ghost}>
        <path d="M66 122L48 152" className={styles.trunk} />
        <path d="M46 158L90 172L68 202L90 206" className={styles.limb} />
        <circle cx="92" cy="98" r="14" className={styles.head} />
      </g>
      <path d="M150 62L146 98" className={styles.trunk} />
      <g className={styles.limb}>
        <path d="M146 104L152 140L144 174L154 186" />
        <path d="M146 60L114 80L140 102" />
      </g>
      <circle cx="160" cy="24" r="14" className={styles.head} />
      <path d="M206 186V210M194 186h24" className={`${styles.kit} ${styles.quiet}`} />
      <path d="M124 166v38M176 130v40M100 34v40M192 78v30" className={styles.spark} />
      <path d="M30 219H224" className={styles.plate} />
    </TestFrame>
  )
}
