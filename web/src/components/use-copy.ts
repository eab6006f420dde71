import { useState } from 'react'

/** Copies a text to the clipboard; `said` is how that went, in words. */
export function useCopy(text: string): { said: string; copy: () => Promise<void> } {
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      // A page without https has no clipboard at all.
      await navigator.clipboard.writeText(text)
      setSaid('Copied.')
    } catch {
      setSaid('Your browser does not allow that. Copy it by hand.')
    }
  }
  return { said, copy }
}
