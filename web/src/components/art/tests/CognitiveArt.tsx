import styles from '../art.module.css'
import { corners, roundedPath } from '../hexagon'
import { TestFrame } from '../TestFrame'

const LIGHTS = [
  [48, 40],
  [96, 40],
  [144, 40],
  [192, 40],
  [24, 82],
  [72, 82],
  [120, 82],
  [168, 82],
  [216, 82],
  [48, 124],
  [192, 124],
  [24, 166],
  [72, 166],
  [168, 166],
  [216, 166],
] as const

/** Cognitive: a figure seen from behind reaches for the one lit hexagon on the board. */
export function CognitiveArt({ className }: { className?: string }) {
  return (
    <TestFrame className={className}>
      <g className={styles.kit}>
        {LIGHTS.map(([x, y]) => (
          <path
            key={`${x}-${y}`}
            d={roundedPath(corners({ x, y }, 19), 0.2)}
            className={x === 192 && y === 40 ? styles.lit : styles.quiet}
          />
        ))}
      </g>
      <g className={styles.spark}>
        <path d="M192 10V2M222 22l7-5M226 54l8 4M160 18l-6-5" />
      </g>
      <path d="M96 130H144L133 186H107Z" className={styles.torso} />
      <g className={styles.limb}>
        <path d="M98 132L70 146L48 124" />
        <path d="M142 130L168 104L186 60" />
        <path d="M112 190L106 236M128 190L134 236" />
      </g>
      <circle cx="120" cy="102" r="14" className={styles.head} />
    </TestFrame>
  )
}
