import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../../api/error-sentence'
import { profileQuery } from '../../api/queries'
import { useSession, useUnreached } from '../../auth/SessionProvider'
import { Button, LinkButton } from '../../components/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { Loading, Skeleton } from '../../components/feedback/States'
import { useRetry } from '../../components/use-retry'
import { paths } from '../../paths'
import { CancelDialog } from './CancelDialog'
import { openBooking, readEntries } from './entry'

/** The cancel-booking action (RULES 13.10): cancels the person’s open booking, after a confirmation; a visitor signs in first. */
export function CancelBooking({ onClose }: { onClose: () => void }) {
  const { status } = useSession()
  const { unreached, ask } = useUnreached()
  const { retry, retrying, still } = useRetry(ask)
  const profile = useQuery({ ...profileQuery(), enabled: status === 'authenticated' })
  const entry = profile.data ? openBooking(readEntries(profile.data.events)) : null
  if (status === 'unauthenticated' && unreached) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="You are offline"
        actions={
          <>
            <Button busy={retrying} onClick={retry}>
              Try again
            </Button>
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <p role="status">
          {still}Cancelling a test needs a connection. You can do it as soon as you are back online.
        </p>
      </Dialog>
    )
  }
  if (status === 'unauthenticated') {
    const { pathname, search, hash } = window.location
    return (
      <Dialog
        open
        onClose={onClose}
        title="Sign in to cancel your test"
        actions={
          <>
            <LinkButton href={paths.login({ callbackUrl: `${pathname}${search}${hash}` })}>
              Sign in
            </LinkButton>
            <Button variant="quiet" onClick={onClose}>
              Close
            </Button>
          </>
        }
      >
        <p>Your booking is in your account. You come straight back here.</p>
      </Dialog>
    )
  }
  if (profile.data && entry) {
    return (
      <CancelDialog open entry={entry} uaid={profile.data.uaid} onClose={onClose} onCancelled={onClose} />
    )
  }
  if (profile.isPending) {
    return (
      <Dialog open onClose={onClose} title="Cancel your test?">
        <Loading label="Loading your booking">
          <Skeleton height="4rem" />
        </Loading>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={profile.isError ? 'Your booking did not load' : 'Nothing to cancel'}
      actions={
        <>
          {!profile.isError && <LinkButton href={paths.bookTest()}>Book a test</LinkButton>}
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>
        {profile.isError
          ? errorSentence(profile.error)
          : 'You have no open booking. Whenever you are ready, pick a day.'}
      </p>
    </Dialog>
  )
}
