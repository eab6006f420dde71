import { shortDate } from '../../../academy/civil-date'
import { points } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { boardOf, landing, nameOf } from '../ceremony'
import styles from './FinalRow.module.css'
import text from '../../../components/text.module.css'
import { classNames } from '../../../components/class-names'
import type { RevealFinal } from '../api'

interface FinalRowProps {
  final: RevealFinal
  /** What its button calls it: no other row has the same. */
  called: string
  /** Its place in the ceremony, from 1; null if it is not part of it. */
  step?: number | null
  last?: boolean
  /** Whether another final of the ceremony lands in the same place. */
  shared?: boolean
  /** The score of its athlete's earlier step, if that leaves none for this one. */
  keeps?: number | null
  onAlone: () => void
}

/** A held final: who, when, how many points, where it lands. */
export function FinalRow(props: FinalRowProps) {
  const { final, called, step = null, last = false, shared = false, keeps = null, onAlone } = props
  const board = boardOf(final.gender)
  return (
    <div className={styles.row}>
      {step !== null && (
        <span className={classNames(styles.step, text.figuresHeavy)} data-last={last}>
          {step}
        </span>
      )}
      <span className={styles.name}>{nameOf(final)}</span>
      <Cluster as="span" gap={[0, 3]} className={classNames(styles.about, text.quietFigures)}>
        {board && <span>{board}</span>}
        <span>No. {final.uaid}</span>
        {final.testDate && <span>Tested {shortDate(final.testDate)}</span>}
      </Cluster>
      <span className={styles.score}>
        {points(final.score)}
        <span className={classNames(text.label, text.normalWidth, text.nowrap)}>
          {landing(keeps === null ? final : { position: null, bestScore: keeps }, shared)}
        </span>
      </span>
      <Button variant="quiet" className={styles.alone} aria-label={`Reveal now: ${called}`} onClick={onAlone}>
        Reveal now
      </Button>
    </div>
  )
}
