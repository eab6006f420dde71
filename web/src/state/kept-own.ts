import { createContext, use, type ReactNode } from 'react'
import { useSession } from '../auth/SessionProvider'

/**
 * Set where a page shows what the device keeps of its owner, because the session cannot be checked: what its template
 * says about that, below the heading.
 */
export const KeptOwn = createContext<ReactNode>(null)

/** Whether a page may show what belongs to a person: they are signed in, or it is what their device keeps. */
export function useShowsOwn(): { signedIn: boolean; showsOwn: boolean } {
  const signedIn = useSession().status === 'authenticated'
  return { signedIn, showsOwn: use(KeptOwn) !== null || signedIn }
}
