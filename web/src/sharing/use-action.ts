import { useState } from 'react'

export interface Message {
  tone: 'good' | 'problem'
  text: string
}

/** One action at a time: which one is running, and the outcome of the last. */
export function useAction<Name extends string>() {
  const [busy, setBusy] = useState<Name | null>(null)
  const [message, setMessage] = useState<Message | null>(null)
  /** If `doing` returns null nothing is shown; `failed` is shown when it throws. */
  const act = async (name: Name, failed: string, doing: () => Promise<string | null>) => {
    setBusy(name)
    setMessage(null)
    setMessage(
      await doing().then(
        (text) => (text === null ? null : { tone: 'good', text }),
        () => ({ tone: 'problem', text: failed }),
      ),
    )
    setBusy(null)
  }
  return { busy, message, act }
}
