import { points } from '../../../academy/numbers'
import { ActionDialog } from '../../../state/ActionDialog'
import { landing, nameOf, revealOf } from '../ceremony'
import type { Reveal } from '../use-reveal'
import type { RevealFinal } from '../api'

interface AloneDialogProps {
  final: RevealFinal
  /** Whether a ceremony is running: then the final becomes its next step. */
  running?: boolean
  reveal: Reveal
  onClose: () => void
}

/** Asks before one final is revealed without a ceremony. */
export function AloneDialog({ final, running = false, reveal, onClose }: AloneDialogProps) {
  const name = nameOf(final)
  return (
    <ActionDialog
      role="alertdialog"
      title={`Reveal ${name} now?`}
      onClose={onClose}
      yes="Reveal now"
      no="Not yet"
      large
      onYes={() => {
        reveal.do(revealOf(final), `${name} is revealed with ${points(final.score)}.`)
        onClose()
      }}
    >
      <p>
        {points(final.score)}, {landing(final).toLowerCase()}.{' '}
        {final.position === null
          ? 'No board and no screen will show it; their own page does.'
          : running
            ? 'It comes as the next step, at once, and the ceremony goes on after it.'
            : 'It goes on every board and screen at once, without a ceremony, and cannot be held back again.'}
      </p>
    </ActionDialog>
  )
}
