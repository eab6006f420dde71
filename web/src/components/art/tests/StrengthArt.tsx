import styles from '../art.module.css'
import { TestFrame } from '../TestFrame'

/** Strength: mid-thigh pull on a fixed bar, and the trace of force the plate draws. */
export function StrengthArt({ className }: { className?: string }) {
  return (
    <TestFrame className={className}>
      <path d="M118 16V206M104 48h14M104 80h14M104 112h14" className={`${styles.kit} ${styles.quiet}`} />
      <path d="M82 76L56 124" className={styles.trunk} />
      <g className={styles.limb}>
        <path d="M54 128L98 158L72 200L98 204" />
        <path d="M84 74L116 140" />
      </g>
      <circle cx="106" cy="42" r="14" className={styles.head} />
      <circle cx="118" cy="142" r="13" className={styles.ring} />
      <path d="M36 219H140" className={styles.plate} />
      <path d="M150 200H166C182 200 176 96 196 88S222 104 236 100" className={styles.spark} />
      <path d="M150 219H236M150 60V219" className={`${styles.kit} ${styles.quiet}`} />
    </TestFrame>
  )
}
