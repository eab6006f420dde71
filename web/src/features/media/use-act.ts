import { useState } from 'react'

/** How an act ended, in words. */
export interface Message {
  tone: 'good' | 'problem'
  text: string
}

/** One act at a time: which one is under way, and how the last one ended. */
export function useAct<Name extends string>() {
  const [busy, setBusy] = useState<Name | null>(null)
  const [message, setMessage] = useState<Message | null>(null)
  /** Null of `doing` says nothing; `failed` is said when it throws. */
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
