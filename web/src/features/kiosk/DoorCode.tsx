import { useState, type SubmitEvent } from 'react'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'
import { codeIn } from './door'
import css from './DoorCode.module.css'

interface DoorCodeProps {
  busy: boolean
  onCode: (code: string) => void
  /** What was typed is no code. */
  onWrong: () => void
}

/** The code of a ticket, typed on the screen or by a scanner. */
export function DoorCode({ busy, onCode, onWrong }: DoorCodeProps) {
  const [typed, setTyped] = useState('')
  const code = codeIn(typed)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || typed.trim() === '') return
    if (code) onCode(code)
    else onWrong()
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <label className={classNames(text.status, text.lead)} htmlFor="door-code">
        Your code
      </label>
      <div className={css.line}>
        <input
          id="door-code"
          className={classNames(css.input, text.title)}
          value={typed}
          placeholder="7K3QXM"
          autoFocus
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={12}
          onChange={(event) => setTyped(event.currentTarget.value.toUpperCase())}
          onKeyDown={(event) => {
            // The one field on this screen that Enter submits: scanners press it.
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <button type="submit" className={css.go} aria-disabled={typed.trim() === '' || busy}>
          Check in
        </button>
      </div>
    </form>
  )
}
