import { useEffect, useRef } from 'react'
import { points } from '../../../academy/numbers'
import { classNames } from '../../../components/class-names'
import text from '../../../components/text.module.css'
import { isShared, landing, detailsAmong, nameOf, stateOf, type StepState } from '../ceremony'
import styles from './StepList.module.css'
import type { RevealState } from '../api'

const WORDS: Readonly<Record<StepState, string>> = {
  withdrawn: 'Withdrawn',
  shown: 'Revealed',
  now: 'On the screens',
  next: 'Next',
  later: '',
}

/** All steps of the ceremony; a press jumps to one. */
export function StepList({ state, onChoose }: { state: RevealState; onChoose: (step: number) => void }) {
  const list = useRef<HTMLOListElement>(null)
  const { step: at } = state
  useEffect(() => {
    // Scrolls only the list, not the page.
    const box = list.current
    const row = box?.children[Math.max(0, at - 1)]
    if (box && row instanceof HTMLElement) box.scrollTop = row.offsetTop - box.clientHeight / 3
  }, [at])
  return (
    <ol ref={list} className={styles.list}>
      {state.steps.map((step) => {
        const is = stateOf(step, state)
        return (
          <li key={step.step} className={styles.row} data-state={is}>
            <span className={classNames(styles.number, text.status)}>{step.step}</span>
            {is === 'withdrawn' ? (
              <span className={styles.gone}>Withdrawn, passed over</span>
            ) : (
              <button
                type="button"
                className={styles.choice}
                aria-current={is === 'now' ? 'step' : undefined}
                aria-disabled={is === 'now' || undefined}
                onClick={() => is !== 'now' && onChoose(step.step)}
              >
                <span className={classNames(text.heavy, text.anywhere)}>{nameOf(step)}</span>
                <span className={classNames(styles.score, text.figuresHeavy)}>{points(step.score)}</span>
                <span className={classNames(styles.about, text.quietFigures)}>
                  {[...detailsAmong(step, state.steps), landing(step, isShared(step, state.steps))].join(
                    ', ',
                  )}
                </span>
                <span className={styles.state}>{WORDS[is]}</span>
              </button>
            )}
          </li>
        )
      })}
    </ol>
  )
}
