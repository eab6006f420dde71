import { useEffect, useState } from 'react'

/** The hash of a mailed link: `accept=TOKEN` or `decline=TOKEN`. */
export interface MailedAnswer {
  answer: 'accept' | 'decline'
  token: string
}

export function readAnswer(hash: string): MailedAnswer | null {
  const found = /^#?(accept|decline)=([0-9A-Za-z_-]{16,200})$/.exec(hash)
  return found ? { answer: found[1] as MailedAnswer['answer'], token: found[2] ?? '' } : null
}

/** The answer in a mailed link. It is removed from the address at once; behind a `#` no server sees it. */
export function useTokenInHash(): MailedAnswer | null {
  const [found] = useState(() => readAnswer(window.location.hash))
  useEffect(() => {
    if (found !== null) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [found])
  return found
}
