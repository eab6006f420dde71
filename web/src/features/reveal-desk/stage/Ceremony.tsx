import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import { Stack } from '../../../components/layout/Stack'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import text from '../../../components/text.module.css'
import { AloneDialog } from '../setup/AloneDialog'
import { SeparateFinals } from '../setup/SeparateFinals'
import { nameAmong, toCome } from '../ceremony'
import styles from './Ceremony.module.css'
import { EndDialog } from './EndDialog'
import { JumpDialog } from './JumpDialog'
import { useKeys, type Way } from './keys'
import { ActResult } from '../ActResult'
import { Speed } from './Speed'
import { Stage } from './Stage'
import { StepList } from './StepList'
import type { Reveal } from '../use-reveal'
import type { RevealFinal, RevealState } from '../api'

type Question = { is: 'end' } | { is: 'jump'; step: number } | { is: 'alone'; final: RevealFinal }

/** A running ceremony: what the audience sees, what it sees next, and the controls. */
export function Ceremony({ state, reveal }: { state: RevealState; reveal: Reveal }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const { step, steps, held } = state
  const can = { next: toCome(state).length > 0, back: step > 0 }
  const under = reveal.busy && reveal.act && 'action' in reveal.act ? reveal.act.action : null
  const go = (way: Way) => {
    if (can[way]) reveal.do({ action: way, expect: step })
  }
  useKeys(go)
  const answered = () => setQuestion(null)
  return (
    <div className={styles.ceremony}>
      <div className={styles.lead}>
        <Stack as="section" gap={3} top aria-label="Stage">
          <Cluster as="header" gap={[2, 4]} align="center" between className={styles.head}>
            <h2 tabIndex={-1} data-takes-focus="" className={classNames(text.h3, text.figures)}>
              Step {step} <span className={classNames(text.quiet, text.normalWidth)}>of {steps.length}</span>
            </h2>
            <Speed
              speed={state.speed}
              busy={under === 'speed'}
              disabled={!reveal.online}
              onChange={(speed) => reveal.do({ action: 'speed', speed })}
            />
          </Cluster>
          <div className={styles.bar} aria-hidden="true">
            <span style={{ inlineSize: `${(step / Math.max(1, steps.length)) * 100}%` }} />
          </div>
          <Stage state={state} />
        </Stack>
        <Stack as="section" gap={[2, 3]} className={styles.controls} aria-label="Controls">
          <Button
            variant="secondary"
            size="large"
            className={styles.back}
            busy={under === 'back'}
            aria-disabled={!can.back || !reveal.online || undefined}
            aria-keyshortcuts="ArrowLeft"
            onClick={() => go('back')}
          >
            <Icon name="arrowLeft" />
            Back
          </Button>
          {can.next ? (
            <Button
              size="large"
              className={styles.next}
              busy={under === 'next'}
              aria-disabled={!reveal.online || undefined}
              aria-keyshortcuts="Space ArrowRight"
              onClick={() => go('next')}
            >
              Next
              <Icon name="arrowRight" />
            </Button>
          ) : (
            <Button size="large" className={styles.next} onClick={() => setQuestion({ is: 'end' })}>
              End the ceremony
            </Button>
          )}
          <p className={styles.keys}>
            <kbd>Space</kbd> or <kbd>→</kbd> for the next, <kbd>←</kbd> to go back.
          </p>
        </Stack>
        {/* In the place of the pressed button, so that the next one does not move. */}
        <div className={styles.outcome}>
          <ActResult reveal={reveal} />
        </div>
      </div>
      <Stack as="section" gap={3} top className={styles.steps} aria-labelledby="reveal-steps">
        <Cluster as="header" gap={[2, 4]} align="center" between className={styles.head}>
          <h2 id="reveal-steps" className={classNames(text.h3, text.figures)}>
            Steps
          </h2>
          {can.next && (
            <Button variant="quiet" onClick={() => setQuestion({ is: 'end' })}>
              End the ceremony
            </Button>
          )}
        </Cluster>
        <StepList state={state} onChoose={(to) => setQuestion({ is: 'jump', step: to })} />
      </Stack>
      <SeparateFinals
        title="Held, not in this ceremony"
        finals={held}
        called={(final) => nameAmong(final, held)}
        onAlone={(final) => setQuestion({ is: 'alone', final })}
      >
        They came in after the start, are of another season, or no board shows them.
      </SeparateFinals>
      {question?.is === 'end' && <EndDialog state={state} reveal={reveal} onClose={answered} />}
      {question?.is === 'jump' && (
        <JumpDialog to={question.step} state={state} reveal={reveal} onClose={answered} />
      )}
      {question?.is === 'alone' && (
        <AloneDialog final={question.final} running reveal={reveal} onClose={answered} />
      )}
    </div>
  )
}
