import styles from '../art.module.css'
import { TestFrame } from '../TestFrame'

/** Endurance: the shuttle runner between two lines, beeps drawing closer, level by level. */
export function EnduranceArt({ className }: { className?: string }) {
  return (
    <TestFrame className={className}>
      <path d="M16 18V200M224 18V200" className={`${styles.kit} ${styles.quiet}`} />
      <g className={`${styles.limb} ${styles.far}`}>
        <path d="M122 70L94 90L86 120" />
        <path d="M114 124L104 162L64 170L60 180" />
      </g>
      <path d="M124 76L118 114" className={styles.trunk} />
      <g className={styles.limb}>
        <path d="M126 72L142 102L172 94" />
        <path d="M118 124L152 142L142 188L154 190" />
      </g>
      <circle cx="138" cy="38" r="14" className={styles.head} />
      <path d="M66 44H34m10-10-10 10 10 10M174 64h32m-10-10 10 10-10 10" className={styles.spark} />
      <path
        d="M18 230v-8M60 230v-10M98 230v-12M132 230v-14M162 230v-16M188 230v-18M208 230v-20M224 230v-22"
        className={styles.spark}
      />
    </TestFrame>
  )
}
