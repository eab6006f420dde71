import { counted } from '../../../academy/numbers'
import { ActionDialog } from '../../../state/ActionDialog'
import { jumpTo, nameOf } from '../ceremony'
import type { Reveal } from '../use-reveal'
import type { RevealState } from '../api'

interface JumpDialogProps {
  /** The step that was pressed. */
  to: number
  state: RevealState
  reveal: Reveal
  onClose: () => void
}

/** Asks for confirmation before the ceremony leaves its order: the audience cannot unsee a name. */
export function JumpDialog({ to, state, reveal, onClose }: JumpDialogProps) {
  const { revealed, takenBack } = jumpTo(to, state)
  const target = state.steps.find(({ step }) => step === to)
  return (
    <ActionDialog
      role="alertdialog"
      title={`Go to step ${to}?`}
      onClose={onClose}
      yes={`Go to step ${to}`}
      no="Stay here"
      large
      onYes={() => {
        reveal.do({ action: 'jump', step: to, expect: state.step })
        onClose()
      }}
    >
      <p>
        {revealed > 0 &&
          `${counted(revealed, 'athlete')} ${revealed === 1 ? 'is' : 'are'} revealed at once. `}
        {takenBack > 0 &&
          `${counted(takenBack, 'athlete')} ${takenBack === 1 ? 'is' : 'are'} held back again. `}
        {target && !target.withdrawn && `The screens show ${nameOf(target)}.`}
      </p>
    </ActionDialog>
  )
}
