import { counted } from '../../../academy/numbers'
import { ActionDialog } from '../../../state/ActionDialog'
import { endOf, toCome } from '../ceremony'
import type { Reveal } from '../use-reveal'
import type { RevealState } from '../api'

interface EndDialogProps {
  state: RevealState
  reveal: Reveal
  onClose: () => void
}

export function EndDialog({ state, reveal, onClose }: EndDialogProps) {
  const left = toCome(state).length
  return (
    <ActionDialog
      role="alertdialog"
      title="End the ceremony?"
      onClose={onClose}
      yes="End it"
      no="Carry on"
      variant={left > 0 ? 'danger' : 'primary'}
      large
      onYes={() => {
        reveal.do(endOf(state), 'The ceremony is over. The screens show the board.')
        onClose()
      }}
    >
      <p>
        {left === 0
          ? 'Everybody has been revealed. The screens go back to the board.'
          : `${counted(left, 'athlete')} ${left === 1 ? 'has' : 'have'} not been revealed and ${left === 1 ? 'stays' : 'stay'} held back. The screens go back to the board.`}
      </p>
    </ActionDialog>
  )
}
