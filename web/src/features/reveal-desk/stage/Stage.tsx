import { points } from '../../../academy/numbers'
import { classNames } from '../../../components/class-names'
import { Icon } from '../../../components/graphics/Icon'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { boardOf, isShared, landing, nameOf, shown, toCome } from '../ceremony'
import styles from './Stage.module.css'
import type { RevealState, RevealStep } from '../api'

/** What the audience sees now, and what it sees next, which only the operator knows yet. */
export function Stage({ state }: { state: RevealState }) {
  const now = shown(state)
  const [next] = toCome(state)
  return (
    <Stack gap={4}>
      <article className={styles.now} aria-label="On the screens now">
        <Cluster as="p" gap={2} nowrap align="center" className={classNames(styles.kicker, text.strong)}>
          On the screens now
        </Cluster>
        {now ? (
          <Person step={now} steps={state.steps} />
        ) : (
          <p className={styles.nobody}>
            {state.step === 0 ? 'Nobody yet.' : 'Nobody: this step was withdrawn.'}
            <span>The hall sees the board.</span>
          </p>
        )}
      </article>
      <article className={styles.next} aria-label="Next, for your eyes only">
        <Cluster as="p" gap={2} nowrap align="center" className={classNames(styles.kicker, text.strong)}>
          <Icon name="eyeOff" small />
          Next, for your eyes only
        </Cluster>
        {next ? (
          <Person step={next} steps={state.steps} />
        ) : (
          <p className={styles.nobody}>
            That was the last.
            <span>Let the hall cheer, then end the ceremony.</span>
          </p>
        )}
      </article>
      <VisuallyHidden live>
        {`Step ${state.step} of ${state.steps.length}. ${
          now ? `On the screens: ${nameOf(now)}, ${points(now.score)}.` : 'Nobody is on the screens.'
        }`}
      </VisuallyHidden>
    </Stack>
  )
}

function Person({ step, steps }: { step: RevealStep; steps: readonly RevealStep[] }) {
  const board = boardOf(step.gender)
  return (
    <>
      <p className={classNames(styles.name, text.poster)}>{nameOf(step)}</p>
      <Cluster as="p" gap={[0, 4]} align="baseline" className={classNames(text.h4, text.strong)}>
        <strong className={classNames(text.score, text.h2)}>{points(step.score)}</strong>
        <span>{landing(step, isShared(step, steps))}</span>
        {board && <span>{board}</span>}
      </Cluster>
    </>
  )
}
