import { errorSentence } from '../../api/error-sentence'
import { ApiFailure } from '../../api/client/failure'
import { Button } from '../../components/Button'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Notice } from '../../components/feedback/Notice'
import type { Reveal } from './use-reveal'

/** The outcome of the last command; null where something else shows it. */
export function ActResult({ reveal }: { reveal: Reveal | null }) {
  return (
    <>
      <LiveRegion>{reveal?.said && !reveal.looking && <Notice tone="good">{reveal.said}</Notice>}</LiveRegion>
      {reveal && <ActProblem reveal={reveal} />}
    </>
  )
}

/** Why the last press did nothing. */
function ActProblem({ reveal: { error, again, online, busy, looking, dismiss } }: { reveal: Reveal }) {
  if (looking)
    return (
      <Notice
        role="alert"
        title="A colleague has just moved on"
        actions={
          <Button variant="secondary" onClick={dismiss}>
            Got it
          </Button>
        }
      >
        Your press did nothing, so that no step is skipped. Look at the stage, then press again.
      </Notice>
    )
  if (!error) return null
  if (again)
    return (
      <Notice
        tone="problem"
        role="alert"
        title="No answer came"
        actions={
          <>
            <Button busy={busy} aria-disabled={!online || undefined} onClick={again}>
              Send it again
            </Button>
            <Button variant="quiet" onClick={dismiss}>
              Leave it
            </Button>
          </>
        }
      >
        {errorSentence(error)} It may have happened all the same; sent again, it happens once.
      </Notice>
    )
  const conflict = error instanceof ApiFailure && error.status === 409
  return (
    <Notice
      tone="problem"
      role="alert"
      title={conflict ? 'A colleague was quicker' : undefined}
      actions={
        <Button variant="secondary" onClick={dismiss}>
          Got it
        </Button>
      }
    >
      {errorSentence(error)}
      {conflict && ' Your press did nothing; this is how it stands now.'}
    </Notice>
  )
}
