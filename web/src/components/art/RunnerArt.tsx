import { classNames } from '../class-names'
import { Drawing } from './Drawing'
import styles from './art.module.css'
import { Athlete } from './Athlete'
import { SPRINT } from './tests/SpeedArt'

/** A sprinter with streaks of air, without a stage. Decorative. */
export function RunnerArt({ className }: { className?: string }) {
  return (
    <Drawing className={classNames(styles.runner, className)} viewBox="-60 50 320 250">
      <path
        d="M-2 106H66L58 118H-10ZM-40 146H50L38 162H-52ZM2 204H52L42 218H-8ZM-50 244H28L20 254H-58Z"
        className={styles.rush}
      />
      <path d="M14 128H58L54 133H10ZM-20 182H46L40 190H-26ZM-12 230H36L32 235H-16Z" className={styles.wake} />
      <Athlete pose={SPRINT} />
    </Drawing>
  )
}
