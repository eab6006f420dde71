import styles from '../art.module.css'
import { TestFrame } from '../TestFrame'

/** Agility: hips low, hand on the line, already turning; the 5-10-5 course below. */
export function AgilityArt({ className }: { className?: string }) {
  return (
    <TestFrame className={className}>
      <path d="M120 190V222M204 190V222" className={`${styles.kit} ${styles.quiet}`} />
      <g className={`${styles.limb} ${styles.far}`}>
        <path d="M106 84L140 70L166 38" />
        <path d="M140 118L178 136L214 170L224 166" />
      </g>
      <path d="M106 86L134 112" className={styles.trunk} />
      <g className={styles.limb}>
        <path d="M102 86L74 118L44 168" />
        <path d="M136 118L96 134L84 176L70 176" />
      </g>
      <circle cx="76" cy="60" r="14" className={styles.head} />
      <path d="M30 158V222" className={styles.plate} />
      <g className={styles.spark}>
        <path d="M120 196H54a8 8 0 0 0 0 16H188" />
        <path d="M178 202l11 10-11 10" />
      </g>
    </TestFrame>
  )
}
