/**
 * The auth state of the page follows the session, including one from an earlier visit: a login stores its
 * time, number and token and, if the redirect flag is set, the details that registration begins with.
 */
import { fetchAuthorization } from '../api/calls'
import { useAuthData } from '../state/auth-store'
import { purgeState } from '../state/resets'
import type { Session } from './session'
import type { SessionClient } from './session-client'

/** `onRegistration` is called once for a login that continues with registration. */
export function followSession(client: SessionClient, onRegistration: () => void): () => void {
  // The login whose details were fetched.
  let asked: number | null = null

  const learn = async ({ stamp, uaid }: Session, isNew: boolean) => {
    asked = stamp
    const answer = await fetchAuthorization().catch(() => null)
    if (answer === null) {
      asked = null
      return
    }
    const now = client.getState().data
    if (now?.uaid !== uaid || now.stamp !== stamp) return
    const { isRedirect = false, temp = null, userProfileRegistration = false } = answer
    useAuthData.getState().update({ isRedirect, temp, userProfileRegistration })
    if (!isRedirect) return
    if (!userProfileRegistration) await rememberScreening()
    if (isNew) onRegistration()
  }

  const follow = () => {
    const { status, data } = client.getState()
    const kept = useAuthData.getState()
    // The session ended while no page was open; if the server was not reached, that is not certain.
    if (status === 'unauthenticated' && kept.uaid !== null && !client.isUnsure()) void purgeState()
    if (!data || !useAuthData.persist.hasHydrated()) return
    // What is kept is somebody else's, whose session ended while nobody noticed.
    if (kept.uaid !== null && kept.uaid !== data.uaid) {
      // Followed after the purge, which also drops what is stored while it runs.
      void purgeState().then(follow)
      return
    }
    const isNew = kept.stamp !== data.stamp
    const lacking = kept.isRedirect && kept.temp === null
    const { uaid, role, stamp, token = null } = data
    kept.update({ isAuthenticated: true, role, stamp, token, uaid })
    if ((isNew || lacking) && asked !== stamp) void learn(data, isNew)
  }

  const stops = [client.subscribe(follow), useAuthData.persist.onFinishHydration(follow)]
  return () => stops.forEach((stop) => stop())
}

/** The screening was already answered during sign-up: it is not asked again. */
async function rememberScreening(): Promise<void> {
  const { useEligibility } = await import('../state/eligibility-store')
  useEligibility.getState().update({ ageRange: true, consent: true, PARQ: true })
}
