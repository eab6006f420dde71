import styles from '../art.module.css'
import { TestFrame } from '../TestFrame'

/** Speed: a sprinter breaks the beam of the timing gate. */
export function SpeedArt({ className }: { className?: string }) {
  return (
    <TestFrame className={className}>
      <path d="M218 60V212M22 214H230" className={`${styles.kit} ${styles.quiet}`} />
      <path d="M196 104H210" className={styles.beam} />
      <circle cx="218" cy="104" r="8" className={styles.dot} />
      <g className={`${styles.limb} ${styles.far}`}>
        <path d="M136 72L100 76L84 108" />
        <path d="M110 122L90 166L42 162L36 172" />
      </g>
      <path d="M138 76L114 116" className={styles.trunk} />
      <g className={styles.limb}>
        <path d="M142 74L166 100L192 78" />
        <path d="M114 122L160 132L152 186L164 188" />
      </g>
      <circle cx="164" cy="42" r="14" className={styles.head} />
      <path d="M14 54h80M4 84h62M20 114h40M2 140h56" className={styles.spark} />
    </TestFrame>
  )
}
