import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Stack } from '../../../components/layout/Stack'
import { useFocusKept } from '../../../components/use-focus-kept'
import { becameOf } from './decisions'
import { doneWords, placeOf, planOf, type Edit, type PlanEdit } from '../edit'
import { WORDS } from '../kinds'
import styles from '../ScheduleDesk.module.css'
import { failureSentence, refusedPlan } from './refused-plan'
import { changedMeanwhile } from './send'
import type { ScheduleChange } from './use-change'
import type { StoredSession } from '../api'

interface ChangeResultProps {
  change: ScheduleChange
  /** Opens the form of a session that was refused as it was planned. */
  onRevise: (edit: PlanEdit) => void
}

/** The outcome of the last change, at the bottom of the screen: done, with Undo; or failed, and why. */
export function ChangeResult({ change, onRevise }: ChangeResultProps) {
  const { done, failed, deciding, busy, dismiss, start } = change
  const outcome = useFocusKept<HTMLDivElement>()
  if (busy || deciding) return <div ref={outcome} tabIndex={-1} role="status" className={styles.outcome} />
  if (failed) {
    const current = changedMeanwhile(failed.error)
    if (current && 'session' in failed.edit)
      return <Meanwhile edit={failed.edit} current={current} onTheirs={dismiss} onMine={start} />
    const refused = refusedPlan(failed.edit, failed.error)
    return (
      <div className={styles.outcome}>
        <Notice
          tone="problem"
          role="alert"
          title="Not saved"
          actions={
            <>
              {refused ? (
                <Button variant="secondary" onClick={() => onRevise(refused)}>
                  Change it
                </Button>
              ) : (
                <Button variant="secondary" onClick={change.again}>
                  Try again
                </Button>
              )}
              <Button variant="quiet" onClick={dismiss}>
                Leave it
              </Button>
            </>
          }
        >
          {failureSentence(failed.error)}
        </Notice>
      </div>
    )
  }
  const back = done?.back
  return (
    <div ref={outcome} tabIndex={-1} role="status" className={styles.outcome}>
      {done && (
        <Notice
          tone="good"
          actions={
            <>
              {back && (
                <Button variant="secondary" onClick={() => start(back)}>
                  Undo
                </Button>
              )}
              <Button variant="quiet" onClick={dismiss}>
                Close
              </Button>
            </>
          }
        >
          {doneWords(done.edit)}
          {becameOf(done.decisions)}
          {back && done.decisions.length > 0 && (
            <>
              {' '}
              Undo puts the schedule back.
              {done.decisions.some(({ act }) => act !== 'keep') &&
                ' Those bookings stay as they are now: the e-mails are on their way.'}{' '}
              Waiting lists that ended stay ended.
            </>
          )}
        </Notice>
      )}
    </div>
  )
}

interface MeanwhileProps {
  edit: Extract<Edit, { session: StoredSession }>
  current: StoredSession
  onTheirs: () => void
  onMine: (edit: Edit) => void
}

/** Somebody else has changed the same session: shows both versions and lets this user decide. */
function Meanwhile({ edit, current, onTheirs, onMine }: MeanwhileProps) {
  return (
    <div className={styles.outcome}>
      <Notice
        tone="problem"
        role="alert"
        title="Someone else changed this session meanwhile"
        actions={
          <>
            <Button variant="secondary" onClick={onTheirs}>
              Keep theirs
            </Button>
            <Button variant="secondary" onClick={() => onMine({ ...edit, session: current })}>
              Use mine
            </Button>
          </>
        }
      >
        <Stack as="dl" gap={2} className={styles.both}>
          <div>
            <dt>Stored now</dt>
            <dd>
              {WORDS[current.kind].label}, {placeOf(planOf(current))}
            </dd>
          </div>
          <div>
            <dt>Yours</dt>
            <dd>
              {edit.act === 'remove' ? 'Removed' : `${WORDS[edit.plan.kind].label}, ${placeOf(edit.plan)}`}
            </dd>
          </div>
        </Stack>
      </Notice>
    </div>
  )
}
