import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { acceptWaitlistOffer } from '../../api/calls'
import { newKey } from '../../api/client'
import { errorSentence } from '../../api/errors'
import { queryKeys } from '../../api/queries'
import { useSession } from '../../auth/SessionProvider'
import { Button, LinkButton } from '../../components/Button'
import { Notice } from '../../components/Notice'
import { paths } from '../../paths'
import { useBookingData } from '../../state/booking-store'
import { useOperation } from '../../state/use-operation'
import { KeyRing } from './key-ring'
import { offerIn } from './offer-id'

/** A place that came free for somebody on the waiting list: the mail's link leads here. */
export function WaitlistOffer() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const session = useSession()
  const [offerId] = useState(() => offerIn(window.location))
  const [keys] = useState(() => new KeyRing(newKey))
  const accept = useOperation((id: string) => acceptWaitlistOffer(id, keys.keyFor(id)))
  if (offerId === null || session.status === 'loading') return null

  const take = async () => {
    const outcome = await accept.run(offerId)
    keys.answered(outcome.ok ? 200 : outcome.error.status)
    if (!outcome.ok) return
    useBookingData.getState().update({ eventBookingConfirmed: outcome.data.eventBookingId })
    await client.invalidateQueries({ queryKey: queryKeys.mine })
    void client.invalidateQueries({ queryKey: queryKeys.availability })
    await navigate({ to: paths.myTests() })
  }

  if (accept.error?.errorCode === 'OFFER_GONE') {
    return (
      <Notice tone="problem" role="alert" title="That place is gone">
        {errorSentence(accept.error)}
      </Notice>
    )
  }
  const { pathname, search, hash } = window.location
  return (
    <Notice
      tone={accept.error ? 'problem' : 'good'}
      role={accept.error ? 'alert' : 'status'}
      title={accept.error ? 'That did not work' : 'A place came free for you'}
      actions={
        session.status === 'authenticated' ? (
          <Button busy={accept.status === 'loading'} onClick={() => void take()}>
            {accept.error ? 'Try again' : 'Take this place'}
          </Button>
        ) : (
          <LinkButton href={paths.login({ callbackUrl: `${pathname}${search}${hash}` })}>
            Sign in to take it
          </LinkButton>
        )
      }
    >
      {accept.error
        ? errorSentence(accept.error)
        : 'We hold it for a short while, as our e-mail says. Then it goes to the next in line.'}
    </Notice>
  )
}
