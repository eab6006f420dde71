import { useState } from 'react'

/**
 * Retrying without a connection: whether a try is under way, and `still`, which opens the page's message after one that failed.
 * A try that succeeds replaces the page.
 */
export function useRetry(ask: () => Promise<unknown>) {
  const [retrying, setRetrying] = useState<boolean>()
  const act = async () => {
    setRetrying(true)
    await ask()
    setRetrying(false)
  }
  return {
    retry: () => void act(),
    retrying,
    still: retrying === false ? 'Still no connection. ' : '',
  }
}
