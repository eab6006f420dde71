import { londonDateTime } from '../../../academy/london'
import { fullName } from '../../../academy/names'
import { Button } from '../../../components/Button'
import { dateAndTime } from '../../../academy/civil-date'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import touch from '../../../components/touch.module.css'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { SCREENING_NAME } from '../people/words'
import styles from './Assistance.module.css'
import type { AssistanceRequest } from './api'

const TO_DO: Readonly<Record<AssistanceRequest['screening'], string | null>> = {
  cleared: null,
  'not-cleared': 'Talk to them about their screening answers first, then record a clearance.',
  expired: 'Their health answers are missing or over a year old. Ask them to answer the questions.',
}

interface RequestCardProps {
  request: AssistanceRequest
  onPlace: () => void
  onDecline: () => void
}

/** A request for assistance: the person, the kind of help, the time they would like, and their screening. */
export function RequestCard({ request, onPlace, onDecline }: RequestCardProps) {
  const toDo = TO_DO[request.screening]
  const profile = paths.deliveryAdmin({ section: 'users', uaid: request.uaid })
  return (
    <Stack
      as="article"
      gap={[3, 6]}
      shrink="children"
      className={styles.request}
      aria-labelledby={`request-${request.eventBookingId}`}
    >
      <Cluster as="header" gap={[0, 4]} align="baseline" between>
        <h3 id={`request-${request.eventBookingId}`} className={text.anywhere}>
          <a href={profile} className={touch.line}>
            {fullName(request)}
          </a>
        </h3>
        <span className={text.noteFigures}>
          No. {request.uaid} · asked {londonDateTime(request.createdAt)}
        </span>
      </Cluster>
      <Stack as="dl" gap={[3, 5]} className={styles.facts}>
        <div>
          <dt>Help</dt>
          <dd>{request.assistanceType ?? 'Not said'}</dd>
        </div>
        <div>
          <dt>Place</dt>
          <dd>
            {request.bookingDate
              ? `${dateAndTime(request.bookingDate, request.bookingTime)}, kept for them`
              : 'None chosen'}
          </dd>
        </div>
        <div>
          <dt>Screening</dt>
          <dd className={styles.screening} data-state={request.screening}>
            {SCREENING_NAME[request.screening]}
          </dd>
        </div>
      </Stack>
      {toDo && <p className={text.intro}>{toDo}</p>}
      <Cluster gap={[2, 3]}>
        <Button onClick={onPlace}>{request.bookingDate ? 'Confirm or move' : 'Choose a place'}</Button>
        <Button variant="quiet" onClick={onDecline}>
          Decline
        </Button>
      </Cluster>
    </Stack>
  )
}
