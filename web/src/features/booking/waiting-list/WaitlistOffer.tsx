import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { londonMoment } from '../../../academy/london'
import { acceptWaitlistOffer, type WaitlistLine, waitlistQuery } from '../../../api/booking'
import { errorSentence } from '../../../api/error-sentence'
import { queryKeys } from '../../../api/queries'
import { useSession } from '../../../auth/SessionProvider'
import { Button, LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Stack } from '../../../components/layout/Stack'
import { useFocusKept } from '../../../components/use-focus-kept'
import { serverNow } from '../../../api/clock'
import { dateAndTime } from '../../../academy/civil-date'
import { paths } from '../../../paths'
import { useBookingData } from '../../../state/booking-store'
import { useOperation } from '../../../state/use-operation'
import { isProfileOld, keepMade } from '../made-booking'
import type { Obstacle } from '../next-steps'
import { offerIn } from './offer-id'

interface WaitlistOfferProps {
  lines: readonly WaitlistLine[] | undefined
  /** What has to be settled before any of them can be taken. */
  obstacle: Obstacle | null
}

/** The seats offered to somebody on a waiting list: those of their own lists, and the one in the mail's link. */
export function WaitlistOffer({ lines, obstacle }: WaitlistOfferProps) {
  const session = useSession()
  const [linked] = useState(() => offerIn(window.location))
  // The next answer about their lists does not have them any more, and the mail's link still does.
  const [ended, setEnded] = useState<readonly string[]>([])
  const [taken, setTaken] = useState<string | null>(null)
  // A refusal takes the button with it if the place is gone, or if something has to be settled first.
  const box = useFocusKept<HTMLDivElement>(undefined, true)
  if (session.status === 'loading') return null
  const offers = (lines ?? []).filter(({ offerId }) => offerId !== null && !ended.includes(offerId))
  const known =
    linked === null ||
    linked === taken ||
    ended.includes(linked) ||
    offers.some(({ offerId }) => offerId === linked)
  if (offers.length === 0 && known && ended.length === 0) return null
  const end = (offerId: string) => setEnded((others) => [...others, offerId])
  return (
    <div ref={box} tabIndex={-1}>
      <Stack gap={5} shrink="all">
        {ended.map((offerId) => (
          <Notice key={offerId} tone="problem" role="alert" title="That place is gone">
            {errorSentence('OFFER_GONE')}
          </Notice>
        ))}
        {offers.map((line) => (
          <Offer
            key={line.offerId}
            offerId={line.offerId ?? ''}
            line={line}
            obstacle={obstacle}
            signedIn
            onEnded={end}
            onTaken={setTaken}
          />
        ))}
        {!known && (
          <Offer
            offerId={linked}
            line={null}
            obstacle={obstacle}
            signedIn={session.status === 'authenticated'}
            onEnded={end}
            onTaken={setTaken}
          />
        )}
      </Stack>
    </div>
  )
}

interface OfferProps extends Pick<WaitlistOfferProps, 'obstacle'> {
  offerId: string
  /** Null while only the mail's link is known. */
  line: WaitlistLine | null
  signedIn: boolean
  onEnded: (offerId: string) => void
  /** Its ticket is on My tests. */
  onTaken: (offerId: string) => void
}

function Offer({ offerId, line, obstacle, signedIn, onEnded, onTaken }: OfferProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const accept = useOperation(acceptWaitlistOffer)
  const [awaitsTicket, setAwaitsTicket] = useState(false)

  const take = async () => {
    const outcome = await accept.run(offerId)
    if (!outcome.ok) {
      if (outcome.error.errorCode === 'OFFER_GONE') onEnded(offerId)
      // The reason may be new to the page too.
      void client.invalidateQueries({ queryKey: queryKeys.mine })
      return
    }
    const { eventBookingId, code: eventTestCode } = outcome.data
    useBookingData.getState().update({ eventBookingConfirmed: eventBookingId })
    await client.invalidateQueries({ queryKey: queryKeys.mine })
    void client.invalidateQueries({ queryKey: queryKeys.availability })
    // Their lists may not have been read again either.
    client.setQueryData(waitlistQuery().queryKey, (lines) => lines?.filter((of) => of.offerId !== offerId))
    if (line) {
      const { eventId, eventTestDate, eventTestTime } = line
      const asked = { eventId, eventTestDate, eventTestTime, eventTestType: null }
      keepMade(client, { ...asked, eventTestStatus: 'booked', eventBookingId, eventTestCode })
    } else if (isProfileOld(client)) {
      // The link alone does not say which time it is.
      setAwaitsTicket(true)
      return
    }
    onTaken(offerId)
    await navigate({ to: paths.myTests() })
  }

  const { pathname, search, hash } = window.location
  const when = line && dateAndTime(line.eventTestDate, line.eventTestTime)
  const kept = line?.offerExpiresAt
    ? `${when}. It is yours until ${londonMoment(line.offerExpiresAt, serverNow())}, then it goes to the next in line.`
    : 'We hold it for a short while, as our e-mail says. Then it goes to the next in line.'
  const role = accept.error ? 'alert' : 'status'
  if (awaitsTicket)
    return (
      <Notice tone="good" role="status" title="This place is yours">
        We cannot reach the academy right now. Your ticket is on My tests once you are connected again.
      </Notice>
    )
  if (obstacle)
    return (
      <Notice
        role={role}
        title="A place came free for you"
        actions={
          obstacle.nextStep && <LinkButton href={obstacle.nextStep.href}>{obstacle.nextStep.link}</LinkButton>
        }
      >
        {kept} {obstacle.message}
      </Notice>
    )
  return (
    <Notice
      tone={accept.error ? 'problem' : 'good'}
      role={role}
      title={accept.error ? 'That did not work' : 'A place came free for you'}
      actions={
        signedIn ? (
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
      {accept.error ? errorSentence(accept.error) : kept}
    </Notice>
  )
}
