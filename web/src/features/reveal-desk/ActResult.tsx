import { errorSentence } from '../../api/error-sentence'
import { ApiFailure } from '../../api/client/failure'
import { Button } from '../../components/Button'
import { Notice } from '../../components/feedback/Notice'
import type { Reveal } from './use-reveal'

/** The outcome of the last command, unless the desk itself shows it. */
export function ActResult({ reveal }: { reveal: Reveal }) {
  const { error, again, busy, said, looking, dismiss } = reveal
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
  if (said)
    return (
      <Notice tone="good" role="status">
        {said}
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
            <Button busy={busy} onClick={again}>
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
