import { useState } from 'react'
import { Button } from '../../../components/Button'

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    )
  }
  return (
    <>
      <Button variant="secondary" onClick={copy}>
        {label}
      </Button>
      <span role="status">
        {state === 'copied'
          ? 'Copied.'
          : state === 'failed'
            ? 'Your browser does not allow that. Copy it by hand.'
            : ''}
      </span>
    </>
  )
}
