import { useId, useState } from 'react'
import { counted } from '../../../academy/numbers'
import { Checkbox } from '../../../components/form/Checkbox'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { ActionDialog } from '../../../state/ActionDialog'
import { endOf, nameAmong, onBoards, revealOf, toCome } from '../ceremony'
import type { Reveal } from '../use-reveal'
import type { RevealFinal, RevealState } from '../api'

interface EndDialogProps {
  state: RevealState
  reveal: Reveal
  onClose: () => void
}

/** Asks before the ceremony ends, and names those whose finals stay held; the ones that no board will show can be released. */
export function EndDialog({ state, reveal, onClose }: EndDialogProps) {
  const [release, setRelease] = useState(false)
  const { held } = state
  const left = toCome(state).length
  const later = onBoards(held)
  const onNoBoard = held.filter((final) => !later.includes(final))
  const end = () => {
    const released = release ? onNoBoard : []
    const count = released.length
    const also = count > 0 ? `, and ${counted(count, 'final')} ${count === 1 ? 'is' : 'are'} released` : ''
    const said = `The ceremony is over${also}. The screens show the board.`
    reveal.do(endOf(state), said, released.map(revealOf))
    onClose()
  }
  return (
    <ActionDialog
      role="alertdialog"
      title="End the ceremony?"
      onClose={onClose}
      yes="End it"
      no="Carry on"
      variant={left > 0 ? 'danger' : 'primary'}
      large
      onYes={end}
    >
      <Stack gap={4}>
        <p>
          {left > 0
            ? `${counted(left, 'athlete')} ${left === 1 ? 'has' : 'have'} not been revealed and ${left === 1 ? 'stays' : 'stay'} held back. `
            : held.length > 0
              ? 'Everybody in this ceremony has been revealed. '
              : 'Everybody has been revealed. '}
          The screens go back to the board.
        </p>
        <Names title="Held, not in this ceremony" finals={later} among={held} />
        <Names title="Held, on no board" finals={onNoBoard} among={held} />
        {onNoBoard.length > 0 && (
          <Checkbox
            label={onNoBoard.length === 1 ? 'Release this final' : `Release these ${onNoBoard.length} finals`}
            hint="Each athlete then sees their score on their own page and gets the e-mail. No board or screen shows it."
            checked={release}
            onChange={(event) => setRelease(event.target.checked)}
          />
        )}
      </Stack>
    </ActionDialog>
  )
}

interface NamesProps {
  title: string
  finals: readonly RevealFinal[]
  /** Names that two of them share are told apart. */
  among: readonly RevealFinal[]
}

function Names({ title, finals, among }: NamesProps) {
  const id = useId()
  if (finals.length === 0) return null
  return (
    <div>
      <p id={id} className={text.strong}>
        {title}
      </p>
      <ul aria-labelledby={id}>
        {finals.map((final) => (
          <li key={final.bookingId}>{nameAmong(final, among)}</li>
        ))}
      </ul>
    </div>
  )
}
