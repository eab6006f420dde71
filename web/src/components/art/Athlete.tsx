import styles from './art.module.css'
import { body, type Pose } from './figure'

/** An athlete in a pose, in areas of light, shade and kit. Drawn inside another drawing. */
export function Athlete({ pose }: { pose: Pose }) {
  const shape = body(pose)
  return (
    <g>
      <path d={shape.farArm} className={styles.far} />
      <path d={shape.farLeg} className={styles.far} />
      <path d={shape.farShoe} className={styles.shoeFar} />
      <path d={shape.neck} className={styles.skin} />
      <g
        transform={`translate(${shape.head.x.toFixed(1)} ${shape.head.y.toFixed(1)}) rotate(${shape.headTurn})`}
      >
        <path
          d="M-13-4C-14-15-6-19 1-19 11-19 15-12 14-4L15 2 12 9C10 15 5 17 0 16-8 14-12 6-13-4Z"
          className={styles.skin}
        />
        <path
          d="M-14 1C-17-13-9-21 1-21 10-21 15-16 15-10 8-11 3-12-2-11L-4 0-8 1-8 7C-12 6-13 4-14 1Z"
          className={styles.hair}
        />
      </g>
      <path d={shape.nearLeg} className={styles.skin} />
      <path d={shape.nearLegShade} className={styles.shade} />
      <path d={shape.shorts} className={styles.shorts} />
      <path d={shape.stripe} className={styles.stripe} />
      <path d={shape.trunk} className={styles.kit} />
      <path d={shape.trunkShade} className={styles.shade} />
      <path d={shape.nearShoe} className={styles.shoe} />
      <path d={shape.nearArm} className={styles.skin} />
      <path d={shape.nearArmShade} className={styles.shade} />
    </g>
  )
}
