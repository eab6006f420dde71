import { useState } from 'react'
import { Button } from '../components/Button'
import { lazyPart } from '../components/lazy-part'
import { VisuallyHidden } from '../components/layout/VisuallyHidden'
import text from '../components/text.module.css'
import { CallAcademy } from '../state/CallAcademy'
import type { GuardianLetterState } from './use-guardian-letter'
import { refusalWords } from './words'

// Its code comes when it is opened.
const GuardianDialog = lazyPart(async () => (await import('./GuardianDialog')).GuardianDialog)

/** When the letter was sent and to whom, or why it was not; and what to do if none is needed (RULES 6.3). */
export function LetterState({ letter: { words, sent, error } }: { letter: GuardianLetterState }) {
  return (
    <>
      {/* How long ago it was changes by itself: a screen reader is only interrupted by the result of a press. */}
      <p className={text.anywhere}>{words}</p>
      <VisuallyHidden live>{sent && 'The e-mail is on its way.'}</VisuallyHidden>
      {error && (
        <p role="alert" className={text.problem}>
          {refusalWords(error)}
        </p>
      )}
      <p>
        Not under 18? <CallAcademy />.
      </p>
    </>
  )
}

/** Sends the letter again, or to somebody else. */
export function LetterActions({ letter }: { letter: GuardianLetterState }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {letter.address !== null && (
        <Button variant="secondary" busy={letter.busy && !open} onClick={() => void letter.send(null)}>
          Send it again
        </Button>
      )}
      <Button
        variant={letter.address === null ? 'secondary' : 'quiet'}
        onClick={() => {
          letter.reset()
          setOpen(true)
        }}
      >
        {letter.address === null ? 'Give their address' : 'Use another address'}
      </Button>
      {open && (
        <GuardianDialog
          send={letter.send}
          onSent={() => setOpen(false)}
          onClose={() => {
            letter.reset()
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
