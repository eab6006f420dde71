import { useEffect, useState } from 'react'
import { moveToEntry, ofEntry } from '../../auth/mailed-secret'

/** The hash of a mailed link: `accept=TOKEN` or `decline=TOKEN`. */
export interface MailedAnswer {
  answer: 'accept' | 'decline'
  token: string
}

export function readAnswer(hash: string): MailedAnswer | null {
  const found = /^#?(accept|decline)=([0-9A-Za-z_-]{16,200})$/.exec(hash)
  return found ? { answer: found[1] as MailedAnswer['answer'], token: found[2] ?? '' } : null
}

/** The answer in a mailed link; behind a `#` no server sees it. */
export function useTokenInHash(): MailedAnswer | null {
  const [hash] = useState(() => (readAnswer(window.location.hash) ? window.location.hash : ofEntry()))
  useEffect(() => {
    if (readAnswer(window.location.hash) !== null) moveToEntry(window.location.hash)
  }, [])
  return readAnswer(hash)
}
