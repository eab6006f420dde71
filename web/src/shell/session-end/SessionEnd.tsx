import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Session } from '../../auth/session'
import { useAuth, useSession } from '../../auth/SessionProvider'
import { FetchedLater } from '../../components/FetchedLater'
import { useAlert } from '../../state/alert-store'
import { useFreshSignIn } from '../../state/fresh-sign-in'
import { useIsWholeWindow } from '../../state/whole-window'
import { ErrorBoundary } from '../ErrorBoundary'
import { loadInPlace } from './load-in-place'
import { useSessionEnd } from './use-session-end'

const loadDialog = async () => ({ default: (await loadInPlace()).SessionEndDialog })
const SessionEndDialog = lazy(loadDialog)

/**
 * Warns five minutes before the 58 are over, lets people sign in again in place, then, when their session is lost or when a
 * call needs a fresh sign-in, and signs out at the end. A full-window screen is not warned: it needs no session.
 */
export function SessionEnd({ session, clockKnown }: { session: Session; clockKnown: boolean }) {
  const remaining = useSessionEnd(clockKnown ? session.stamp : null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const alone = useIsWholeWindow()
  const { expire } = useAuth()
  const { lost } = useSession()
  const { asked, stop } = useFreshSignIn()
  const logOut = useEffectEvent(() => void expire())
  useEffect(() => {
    if (remaining === 'over') logOut()
  }, [remaining])
  // Whoever has signed in again is not asked any more.
  useEffect(() => stop, [session.stamp, stop])
  useGoodNews(session.stamp, lost || remaining === 'ending')
  const warned = remaining === 'ending' && !alone && dismissed !== session.stamp
  const why = lost ? 'lost' : asked ? 'asked' : warned ? 'ending' : null
  if (why === null) return <FetchedLater load={loadDialog} />
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>
        <SessionEndDialog
          session={session}
          why={why}
          onClose={why === 'asked' ? stop : () => setDismissed(session.stamp)}
        />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Says so when a session that was about to end, or had ended, has been renewed, here or in another tab. */
function useGoodNews(stamp: number, ending: boolean) {
  const show = useAlert((state) => state.show)
  const [warned, setWarned] = useState<number | null>(null)
  if (ending && warned !== stamp) setWarned(stamp)
  const again = warned !== null && warned !== stamp
  useEffect(() => {
    if (again) show({ tone: 'good', message: 'Back on the clock: you have another 58 minutes.' })
  }, [again, show])
}
