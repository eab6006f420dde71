import { lazy, Suspense, useState } from 'react'
import { Button } from '../components/Button'
import text from '../components/text.module.css'
import type { GuardianLetterState } from './use-guardian-letter'
import { refusalWords } from './words'

// Its code comes when it is opened.
const GuardianDialog = lazy(async () => ({ default: (await import('./GuardianDialog')).GuardianDialog }))

/** When the letter was sent and to whom, or why it was not. */
export function LetterState({ letter: { words, error } }: { letter: GuardianLetterState }) {
  return (
    <>
      <p role="status" className={text.anywhere}>
        {words}
      </p>
      {error && (
        <p role="alert" className={text.problem}>
          {refusalWords(error)}
        </p>
      )}
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
      <Suspense>
        {open && (
          <GuardianDialog
            send={letter.send}
            onClose={() => {
              letter.reset()
              setOpen(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
