import { useEffect, useRef } from 'react'
import { TYPE_NAME } from '../../../academy/names'
import { Button, LinkButton } from '../../../components/Button'
import { Card, Facts } from '../../../components/layout/Card'
import { FormActions } from '../../../components/form/Form'
import { FormSummary } from '../../../components/form/FormSummary'
import type { ApiFailure } from '../../../api/client/failure'
import { errorSentence } from '../../../api/error-sentence'
import { Notice, type NoticeProps } from '../../../components/feedback/Notice'
import { Stack } from '../../../components/layout/Stack'
import { dateAndTime, type CivilDate } from '../../../academy/civil-date'
import { phoneText } from '../../../academy/phone'
import type { UserProfile } from '../../../api/types'
import { detailsFrom, type Details } from '../details'
import type { BookingEntry } from '../entry'
import type { Book } from '../use-book'
import text from '../../../components/text.module.css'
import anchor from '../../../components/layout/anchor.module.css'
import { NEXT_STEPS } from '../next-steps'
import { callToMoveText, CHECK_FIRST } from '../words'

interface SummaryProps {
  book: Book
  date: CivilDate
  time: string
  moving: BookingEntry | null
  details?: Details
  profile?: UserProfile | undefined
}

const NONE = 'None given'
const OF_PROFILE = 'As in your profile'

/** Empty answers leave the profile as it is (`detailsPayload`). */
function emergencyText({ emergencyName, emergencyNumber }: Details, known: Details): string {
  if (emergencyName.trim() !== '') return `${emergencyName.trim()}, ${phoneText(emergencyNumber.trim())}`
  return known.emergencyName === '' ? NONE : OF_PROFILE
}

/** Whether there are notes, without their text: somebody may be looking over the athlete’s shoulder. */
function notesText({ medicalIssues }: Details, known: Details): string {
  const typed = medicalIssues.trim()
  if (typed === '' || typed === known.medicalIssues) return known.medicalIssues === '' ? NONE : OF_PROFILE
  return known.medicalIssues === '' ? 'Given' : 'Changed'
}

export function BookingSummary({ book, date, time, moving, details, profile }: SummaryProps) {
  const known = detailsFrom(profile)
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
          { term: 'Emergency contact', value: emergencyText(details, known) },
          { term: 'Medical notes', value: notesText(details, known) },
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
  /** Whether health answers were typed and lost in a reload. */
  healthLost?: boolean
  busy: boolean
  error: ApiFailure | null
  attempt: number
  onConfirm: () => void
  onBack: () => void
  onAskAssistance: () => void
}

export function ConfirmStep(props: ConfirmStepProps) {
  const { busy, error, attempt, moving, details, onConfirm, onBack, onAskAssistance } = props
  const label = moving ? 'Move my booking' : details?.assistanceRequired ? 'Ask for my place' : 'Book it'
  const nextStep = error && NEXT_STEPS[error.errorCode]
  return (
    <Stack gap={5} className={text.measure}>
      {error && error.errorCode === 'SCREENING_NOT_CLEARED' ? (
        <Refused
          attempt={attempt}
          title="Let’s talk before you test"
          actions={!moving && <Button onClick={onAskAssistance}>Ask for an assistance booking</Button>}
        >
          {moving ? `${CHECK_FIRST} ${callToMoveText(moving)}` : errorSentence(error)}
        </Refused>
      ) : nextStep ? (
        <Refused
          attempt={attempt}
          title={nextStep.title}
          actions={
            <LinkButton variant="secondary" href={nextStep.href}>
              {nextStep.link}
            </LinkButton>
          }
        >
          {errorSentence(error)}
        </Refused>
      ) : (
        error && <FormSummary problems={[{ field: null, message: errorSentence(error) }]} attempt={attempt} />
      )}
      {props.healthLost && (
        <Notice title="Your medical notes are not part of this booking yet">
          Medical notes and the help you need are never kept on this device, and a reload cleared them. Go
          back to type them again.
        </Notice>
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
    </Stack>
  )
}

/**
 * Why it was refused, and what to do next. It takes the focus, since the pressed button may be a screen further down.
 */
function Refused({ attempt, ...notice }: { attempt: number } & NoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [attempt])
  return (
    <div ref={box} tabIndex={-1} className={anchor.anchor}>
      <Notice {...notice} tone="problem" role="alert" />
    </div>
  )
}
