import { useEffect, useRef } from 'react'
import { Button, LinkButton } from '../../components/Button'
import { Card, Facts } from '../../components/Card'
import { FormActions } from '../../components/Form'
import { FormSummary } from '../../components/FormSummary'
import type { ApiFailure } from '../../api/failure'
import { errorSentence } from '../../api/errors'
import { Notice, type NoticeProps } from '../../components/Notice'
import { paths } from '../../paths'
import { dateAndTime, type CivilDate } from '../../civil-date'
import type { Details } from './details'
import type { BookingEntry } from './entry'
import styles from './BookTest.module.css'
import type { Book } from './use-book'
import { TYPE_NAME } from './words'

interface SummaryProps {
  book: Book
  date: CivilDate
  time: string
  moving: BookingEntry | null
  details?: Details
}

/** What is being booked. */
export function BookingSummary({ book, date, time, moving, details }: SummaryProps) {
  const { event } = book.config
  const facts = [
    { term: 'When', value: dateAndTime(date, time) },
    ...(moving?.eventTestDate
      ? [{ term: 'Instead of', value: dateAndTime(moving.eventTestDate, moving.eventTestTime) }]
      : []),
    { term: 'What', value: `${TYPE_NAME[book.type]}: all six, about 90 minutes` },
    {
      term: 'Where',
      value: [event.eventLocationName, event.eventLocationPostCode].filter(Boolean).join(', '),
    },
    ...(details
      ? [
          { term: 'T-shirt', value: details.tShirtSize },
          { term: 'Emergency contact', value: details.emergencyName || 'As in your profile' },
          {
            term: 'Assistance',
            value: details.assistanceRequired ? details.assistanceType : 'None asked for',
          },
        ]
      : []),
  ]
  return (
    <Card title={moving ? 'Your move' : 'Your booking'} tone="raised">
      <Facts facts={facts} />
    </Card>
  )
}

interface ConfirmStepProps extends SummaryProps {
  busy: boolean
  error: ApiFailure | null
  attempt: number
  onConfirm: () => void
  onBack: () => void
  onAskAssistance: () => void
}

/** What is settled elsewhere before a booking: the title, what is said beside the refusal, and the way there. */
const WAYS_ON: Record<string, { title: string; more?: string; href: string; link: string }> = {
  BOOKING_OPEN_EXISTS: { title: 'You have a booking', href: paths.myTests(), link: 'Go to My tests' },
  SCREENING_REQUIRED: {
    title: 'Seven questions first',
    href: paths.register(),
    link: 'Answer the health questions',
  },
  SCREENING_EXPIRED: {
    title: 'Seven questions first',
    href: paths.register(),
    link: 'Answer the health questions',
  },
  HEALTH_CONSENT_REQUIRED: {
    title: 'Your consent first',
    href: `${paths.myProfile()}#health`,
    link: 'Go to Health and consent',
  },
  GUARDIAN_REQUIRED: {
    title: 'One more yes to come',
    more: 'Ask them to look for our e-mail. Lost, or the wrong address? Answer the first questions again and we send another.',
    href: paths.register(),
    link: 'Send another link',
  },
}

/** The last look before the booking is made. */
export function ConfirmStep(props: ConfirmStepProps) {
  const { busy, error, attempt, moving, details, onConfirm, onBack, onAskAssistance } = props
  const label = moving ? 'Move my booking' : details?.assistanceRequired ? 'Ask for my place' : 'Book it'
  const way = error && WAYS_ON[error.errorCode]
  return (
    <div className={styles.confirm}>
      {error && error.errorCode === 'SCREENING_NOT_CLEARED' ? (
        <Refused
          attempt={attempt}
          title="Let’s talk before you test"
          actions={<Button onClick={onAskAssistance}>Ask for an assistance booking</Button>}
        >
          {errorSentence(error)}
        </Refused>
      ) : way ? (
        <Refused
          attempt={attempt}
          title={way.title}
          actions={
            <LinkButton variant="secondary" href={way.href}>
              {way.link}
            </LinkButton>
          }
        >
          {errorSentence(error)} {way.more}
        </Refused>
      ) : (
        error && <FormSummary problems={[{ field: null, message: errorSentence(error) }]} attempt={attempt} />
      )}
      <BookingSummary {...props} />
      <FormActions>
        <Button size="large" busy={busy} onClick={onConfirm}>
          {label}
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
      </FormActions>
    </div>
  )
}

/** Why, and the way on. It takes the focus: the button that was pressed may be a screen further down. */
function Refused({ attempt, ...notice }: { attempt: number } & NoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [attempt])
  return (
    <div ref={box} tabIndex={-1} className={styles.refused}>
      <Notice {...notice} tone="problem" role="alert" />
    </div>
  )
}
