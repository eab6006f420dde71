import { useId, useRef, useState, type Ref } from 'react'
import { measureText } from '../../../academy/measure'
import { points } from '../../../academy/numbers'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { Dialog } from '../../../components/dialog/Dialog'
import { Icon } from '../../../components/graphics/Icon'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import text from '../../../components/text.module.css'
import { useRules } from '../../../rules'
import type { TestView } from '../model'
import { NumberPad } from './NumberPad'
import { Panel, PanelActions } from './Panel'
import styles from './TestPanel.module.css'
import { classNames } from '../../../components/class-names'
import { isOutlier, rangeText } from './typing'

interface TestPanelProps {
  view: TestView
  typed: string
  onType: (typed: string) => void
  onAdd: (raw: number) => void
  onRemove: (at: number) => void
  /** Puts an attempt back where it was removed. */
  onRestore: (at: number, raw: number) => void
  onClose: () => void
  onUnlock: () => void
  onSkip: () => void
  onBack: () => void
}

/** One test: its attempts, the number pad while it is open, and the buttons to close and unlock it. */
export function TestPanel(props: TestPanelProps) {
  const { view, onRemove, onRestore, onUnlock, onBack } = props
  const { test, protocol, status, attempts, score } = view
  const [removed, setRemoved] = useState<{ at: number; raw: number; left: number } | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const undo = useRef<HTMLButtonElement>(null)
  // Another attempt has replaced it.
  const undoable = removed !== null && status === 'open' && attempts.length === removed.left ? removed : null
  return (
    <Panel
      title={test}
      aside={<p className={classNames(styles.range, text.quietFigures)}>{rangeText(protocol)}</p>}
      onBack={onBack}
      narrow
      className={styles.panel}
      aria-label={test}
    >
      <Attempts
        ref={list}
        view={view}
        onRemove={
          status === 'open'
            ? (at) => {
                const raw = attempts[at]
                if (raw === undefined) return
                focusAfter(
                  () => {
                    onRemove(at)
                    setRemoved({ at, raw, left: attempts.length - 1 })
                  },
                  () => undo.current,
                )
              }
            : null
        }
      />
      <LiveRegion>
        {undoable && (
          <Cluster as="p" gap={3} align="center" between nowrap className={styles.removed}>
            {measureText(undoable.raw, protocol.unit)} removed
            <Button
              ref={undo}
              variant="secondary"
              onClick={() =>
                focusAfter(
                  () => {
                    onRestore(undoable.at, undoable.raw)
                    setRemoved(null)
                  },
                  () => list.current?.querySelectorAll('button')[undoable.at],
                )
              }
            >
              Undo
            </Button>
          </Cluster>
        )}
      </LiveRegion>
      {status === 'open' ? (
        <Typing {...props} />
      ) : (
        <Stack gap={4} className={styles.done}>
          <p className={classNames(text.score, text.h1, text.tight)}>
            {status === 'dnt' ? 'Did not test' : points(score ?? 0)}
            {status === 'closed' && (
              <span className={classNames(text.status, text.body, text.normalWidth)}> points</span>
            )}
          </p>
          <p className={text.quiet}>
            {status === 'dnt'
              ? 'Without it there is no final score. Unlock it if they test after all.'
              : `Closed with ${attempts.length === 1 ? 'one attempt' : `${attempts.length} attempts`}. Unlock it to change something.`}
          </p>
          <Button variant="secondary" size="large" wide onClick={onUnlock}>
            Unlock {test}
          </Button>
        </Stack>
      )}
    </Panel>
  )
}

interface AttemptsProps {
  ref: Ref<HTMLOListElement>
  view: TestView
  onRemove: ((at: number) => void) | null
}

function Attempts({ ref, view, onRemove }: AttemptsProps) {
  const { attemptPoints } = useRules()
  const { protocol, attempts, best, test } = view
  const first = best === null ? -1 : attempts.indexOf(best)
  return (
    <ol ref={ref} className={styles.attempts} aria-label={`Attempts at ${test}`}>
      {Array.from({ length: Math.max(protocol.attempts, attempts.length) }, (_, at) => {
        const raw = attempts[at]
        return (
          <li key={at} className={styles.attempt} data-best={at === first} data-empty={raw === undefined}>
            {raw === undefined ? (
              <span className={styles.waiting}>{at + 1}</span>
            ) : (
              <>
                <span className={text.heavy}>
                  {raw}
                  <VisuallyHidden> {protocol.unit}, </VisuallyHidden>
                </span>
                <span className={text.note}>
                  {points(attemptPoints(protocol, raw))}
                  <VisuallyHidden> points{at === first ? ', the best' : ''}</VisuallyHidden>
                </span>
                {onRemove && (
                  <button type="button" className={styles.remove} onClick={() => onRemove(at)}>
                    <Icon name="close" small label={`Remove attempt ${at + 1}`} />
                  </button>
                )}
              </>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function Typing({ view, typed, onType, onAdd, onClose, onSkip }: TestPanelProps) {
  const { readAttempt, attemptPoints } = useRules()
  const { protocol, attempts, score, test } = view
  const [sure, setSure] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const display = useId()
  const read = typed === '' ? null : readAttempt(protocol, typed)
  const full = attempts.length >= protocol.attempts
  const type = (value: string) => {
    setRefusal(null)
    onType(value)
  }
  const add = () => {
    if (read === null) return
    if (full)
      return setRefusal(
        `That was the last of ${protocol.attempts} attempts. Remove one first, or close the test.`,
      )
    if (!read.ok) return setRefusal(read.error.message)
    if (isOutlier(protocol, read.value)) return setSure(read.value)
    onAdd(read.value)
  }
  const worth = read?.ok ? points(attemptPoints(protocol, read.value)) : null
  return (
    <>
      <div className={styles.display} data-refused={refusal !== null}>
        <output id={display} tabIndex={-1} className={styles.typed} aria-label="Typed">
          {typed === '' ? <span className={styles.hint}>{full ? '–' : '0'}</span> : typed}
          <span className={classNames(text.status, text.body, text.normalWidth)}> {protocol.unit}</span>
        </output>
        <span className={classNames(text.accent, text.h4, text.figuresHeavy, text.nowrap)}>
          {worth === null ? '' : `${worth} points`}
        </span>
      </div>
      <p className={classNames(styles.refusal, text.problem)} role="alert">
        {refusal}
      </p>
      <NumberPad
        value={typed}
        decimals={protocol.decimals}
        label={`Number pad for ${test}`}
        display={display}
        onChange={type}
        onEnter={add}
      />
      <PanelActions className={styles.actions}>
        <Button
          size="large"
          variant={typed === '' ? 'secondary' : 'primary'}
          aria-disabled={typed === ''}
          onClick={add}
        >
          Add attempt
        </Button>
        {attempts.length > 0 ? (
          <Button
            size="large"
            variant={typed === '' ? 'primary' : 'secondary'}
            aria-disabled={typed !== ''}
            onClick={typed === '' ? onClose : undefined}
          >
            Close at {points(score ?? 0)}
          </Button>
        ) : (
          <Button size="large" variant="quiet" onClick={onSkip}>
            Did not test
          </Button>
        )}
      </PanelActions>
      <Dialog
        open={sure !== null}
        role="alertdialog"
        title={`Sure? ${sure === null ? '' : measureText(sure, protocol.unit)}`}
        onClose={() => setSure(null)}
        actions={
          <>
            <Button
              size="large"
              onClick={() => {
                if (sure !== null) onAdd(sure)
                setSure(null)
              }}
            >
              Yes, that is right
            </Button>
            <Button
              size="large"
              variant="secondary"
              onClick={() => {
                type('')
                setSure(null)
              }}
            >
              Type it again
            </Button>
          </>
        }
      >
        <p>That is at the edge of what {test} can measure. Check the display once more.</p>
      </Dialog>
    </>
  )
}
