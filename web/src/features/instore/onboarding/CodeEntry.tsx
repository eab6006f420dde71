import { useRef, useState, type SubmitEvent } from 'react'
import { Button } from '../../../components/Button'
import { lazyPart } from '../../../components/lazy-part'
import { Stack } from '../../../components/layout/Stack'

import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { errorSentence } from '../../../api/error-sentence'
import { classNames } from '../../../components/class-names'
import textStyles from '../../../components/text.module.css'
import styles from './CodeEntry.module.css'

const Scanner = lazyPart(async () => (await import('./Scanner')).Scanner)

/** Loads the camera's code while there is a network. */
export const prepareScanner = (): Promise<unknown> =>
  import('./Scanner').then(({ prepare }) => prepare()).catch(() => undefined)

interface CodeEntryProps {
  /** Onboards by a code; returns the reason for a refusal, or null. */
  onCode: (code: string) => Promise<string | null>
}

/** The code of a ticket: typed, or read by the camera. */
export function CodeEntry({ onCode }: CodeEntryProps) {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [scanning, setScanning] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const take = async (text: string) => {
    setBusy(true)
    const refused = await onCode(text).catch(errorSentence)
    setBusy(false)
    setProblem(refused)
    // The next code may have been begun meanwhile.
    if (refused === null) setCode((now) => (now === text ? '' : now))
    return refused === null
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The second tap of two finds the field empty.
    if (busy || code.trim() === '') return
    // What is typed next replaces a code that was refused, unless the next one has been begun.
    void take(code).then((done) => !done && field.current?.value === code && field.current.select())
  }
  return (
    <Stack gap={2} shrink>
      <form className={styles.form} onSubmit={submit}>
        <Stack as="label" gap={0}>
          <VisuallyHidden>Booking code</VisuallyHidden>
          <input
            ref={field}
            className={classNames(styles.input, textStyles.title)}
            name="instore-code"
            value={code}
            placeholder="Code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={20}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? 'instore-code-problem' : undefined}
            onChange={(event) => {
              setProblem(null)
              setCode(event.currentTarget.value.toUpperCase())
            }}
            onKeyDown={(event) => {
              // The one field on this screen that Enter submits.
              if (event.key !== 'Enter') return
              event.preventDefault()
              event.currentTarget.form?.requestSubmit()
            }}
          />
        </Stack>
        <Button
          type="submit"
          variant={code === '' ? 'secondary' : 'primary'}
          busy={busy}
          className={styles.go}
        >
          Onboard
        </Button>
        <button type="button" className={styles.scan} aria-label="Scan" onClick={() => setScanning(true)}>
          <ScanGlyph />
          <span>Scan</span>
        </button>
      </form>
      {problem && (
        <p id="instore-code-problem" className={classNames(textStyles.problem, textStyles.snug)} role="alert">
          {problem}
        </p>
      )}
      {scanning && (
        <Scanner
          onClose={() => setScanning(false)}
          onRead={(text) => {
            setScanning(false)
            setCode(text)
            void take(text)
          }}
        />
      )}
    </Stack>
  )
}

/** The corners of a viewfinder. */
function ScanGlyph() {
  return (
    <svg viewBox="0 0 24 24" className={styles.glyph} aria-hidden="true" focusable="false">
      <path d="M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5M7 12h10" />
    </svg>
  )
}
