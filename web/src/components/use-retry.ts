import { useState } from 'react'

/**
 * Trying again where there was no connection: whether that goes on, and `still`, which begins what the page says once it was in
 * vain. What comes of it otherwise replaces the page.
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
