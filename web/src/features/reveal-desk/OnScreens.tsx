import { points } from '../../academy/numbers'
import { Button } from '../../components/Button'
import { Notice } from '../../components/feedback/Notice'
import { endOf, nameOf, shown } from './ceremony'
import type { Reveal } from './use-reveal'
import type { RevealState } from './api'

/** Without a ceremony: an athlete who was revealed alone stays on the screens until taken off, or until the next one. */
export function OnScreens({ state, reveal }: { state: RevealState; reveal: Reveal }) {
  const now = shown(state)
  if (!now) return null
  const taking = reveal.busy && reveal.act !== null && 'action' in reveal.act && reveal.act.action === 'end'
  return (
    <Notice
      title={`On the screens now: ${nameOf(now)}, ${points(now.score)}`}
      actions={
        <Button
          variant="secondary"
          busy={taking}
          aria-disabled={!reveal.online || undefined}
          onClick={() => reveal.do(endOf(state), 'The screens show the board.')}
        >
          Back to the board
        </Button>
      }
    >
      The final stays revealed. It and the board of its season stay on the screens until you say so.
    </Notice>
  )
}
