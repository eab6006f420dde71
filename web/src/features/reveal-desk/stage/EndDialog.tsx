import { counted } from '../../../academy/numbers'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { toCome } from '../ceremony'
import type { Reveal } from '../use-reveal'
import type { RevealState } from '../api'

interface EndDialogProps {
  state: RevealState
  reveal: Reveal
  onClose: () => void
}

/** Asks before the ceremony is over. */
export function EndDialog({ state, reveal, onClose }: EndDialogProps) {
  const left = toCome(state).length
  return (
    <Dialog
      open
      role="alertdialog"
      title="End the ceremony?"
      onClose={onClose}
      actions={
        <>
          <Button
            size="large"
            variant={left > 0 ? 'danger' : 'primary'}
            onClick={() => {
              reveal.do(
                { action: 'end', expect: state.step },
                'The ceremony is over. The screens show the board.',
              )
              onClose()
            }}
          >
            End it
          </Button>
          <Button size="large" variant="secondary" onClick={onClose}>
            Go on
          </Button>
        </>
      }
    >
      <p>
        {left === 0
          ? 'Everybody has been revealed. The screens go back to the board.'
          : `${counted(left, 'athlete')} ${left === 1 ? 'has' : 'have'} not been revealed and ${left === 1 ? 'stays' : 'stay'} held back. The screens go back to the board.`}
      </p>
    </Dialog>
  )
}
