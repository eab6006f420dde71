import { useSession } from '../../auth/SessionProvider'

/** Whether somebody is signed in, as far as is known; false until the first session fetch has ended. */
export function useSignedIn(): boolean {
  return useSession().status === 'authenticated'
}
