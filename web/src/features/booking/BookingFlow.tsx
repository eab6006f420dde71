import { useEffect, useRef, useState } from 'react'
import { refusedField } from '../../api/error-sentence'
import type { UserProfile } from '../../api/types'
import { ProgressSteps } from '../../components/feedback/ProgressSteps'
import { Loading, Skeleton } from '../../components/feedback/States'
import { lazyPart } from '../../components/lazy-part'
import { Stack } from '../../components/layout/Stack'
import { countAsTyped } from '../../offline/typing'
import { useBookingData } from '../../state/booking-store'
import { EarliestTime } from './alerts/EarliestTime'
import { TimeAlerts } from './alerts/TimeAlerts'
import styles from './BookTest.module.css'
import { detailsFrom, storedDetails, type Details } from './details'
import { isTimeOf } from './entry'
import type { Step } from './steps/flow-address'
import { SlotStep, type Choice } from './steps/SlotStep'
import { useFlowAddress } from './steps/use-flow-address'
import type { Book } from './use-book'
import { useSendBooking, type Booker } from './use-send-booking'
import { callToMove, obstacles } from './next-steps'

// They come once a time is chosen.
const loadDetails = async () => (await import('./steps/DetailsStep')).DetailsStep
const loadConfirm = async () => (await import('./steps/ConfirmStep')).ConfirmStep
const DetailsStep = lazyPart(loadDetails)
const ConfirmStep = lazyPart(loadConfirm)

export interface BookTestWords {
  headline: string
  intro: string
  /** For the steps after the first; empty texts are not shown. */
  details: StepWords
  confirm: StepWords
}

interface StepWords {
  headline: string
  text: string
}

export interface BookingProps extends Booker {
  words: BookTestWords
}

const STEPS: readonly Step[] = ['slot', 'details', 'confirm']
const MOVE_STEPS: readonly Step[] = ['slot', 'confirm']
const STEP_NAME: Record<Step, string> = { slot: 'Day and time', details: 'Your details', confirm: 'Confirm' }

const WAITING = (
  <Loading label="Loading the next step">
    <Skeleton height="34rem" />
  </Loading>
)

/** The details from the profile, with what was changed before a reload. */
function firstDetails(profile: UserProfile | undefined): Details {
  const { healthTyped: _, ...kept } = useBookingData.getState().details ?? { healthTyped: false }
  const details = { ...detailsFrom(profile), ...kept }
  return profile?.bookingEligibility?.mode === 'assistance'
    ? { ...details, assistanceRequired: true }
    : details
}

/** The steps from a time to a booking. */
export function BookingFlow({
  words,
  closed,
  ...booking
}: BookingProps & {
  book: Book
  /** Whether it is too late to move the booking. */
  closed: boolean
}) {
  const { book, moving, session, profile } = booking
  const update = useBookingData((data) => data.update)
  const eligibility = profile?.bookingEligibility
  const [obstacle] = obstacles(eligibility)
  const blocked = closed
    ? 'Online changes have closed.'
    : eligibility?.mode === 'blocked'
      ? (obstacle?.nextStep?.first ?? 'You cannot book yet.')
      : callToMove(eligibility, moving)
  const assistanceOnly = eligibility?.mode === 'assistance'
  const steps = moving ? MOVE_STEPS : STEPS
  // Back leads from the ticket to the step that made the booking: its time is now the one to move from.
  const mayGoOn = (slot: Choice) => session !== null && blocked === null && !isTimeOf(moving, slot)
  const { choice, step: reached, choose, forward, backTo } = useFlowAddress(book, steps, mayGoOn)
  const [details, setDetails] = useState<Details>(() => firstDetails(profile))
  // Details that a sign-out has erased are not confirmed unseen.
  const [checked, setChecked] = useState(() => useBookingData.getState().details !== null)
  const step = reached === 'confirm' && !moving && !checked ? 'details' : reached
  const [healthLost, setHealthLost] = useState(() => useBookingData.getState().details?.healthTyped === true)
  // Health answers are nowhere else until they are sent.
  const holdsHealth = !healthLost && storedDetails(details, profile).healthTyped
  useEffect(() => countAsTyped(() => holdsHealth), [holdsHealth])
  const { send, attempt, beaten, setBeaten, confirm } = useSendBooking({
    ...booking,
    choice,
    details,
    backTo,
  })

  const chosen = choice.time !== null
  useEffect(() => {
    // The step itself shows a failure.
    if (chosen) Promise.all([loadDetails(), loadConfirm()]).catch(() => undefined)
  }, [chosen])

  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    top.current?.focus()
    top.current?.scrollIntoView({ block: 'start' })
  }, [step])

  const pick = (next: Choice) => {
    choose(next)
    setBeaten(null)
    send.reset()
    update({ initDate: next.date })
  }

  const type = (next: Details) => {
    setDetails(next)
    setHealthLost(false)
    update({ details: storedDetails(next, profile) })
  }

  const { date, time } = choice
  const later = (time: string) =>
    step === 'details' ? (
      <DetailsStep
        pending={WAITING}
        details={details}
        onChange={type}
        onDone={() => {
          update({ details: storedDetails(details, profile) })
          setChecked(true)
          forward('confirm')
        }}
        onBack={() => backTo('slot')}
        refused={refusedField(send.error)}
        assistanceOnly={assistanceOnly}
        healthLost={healthLost}
        booking={{ book, date, time, moving }}
      />
    ) : (
      <ConfirmStep
        pending={WAITING}
        book={book}
        date={date}
        time={time}
        moving={moving}
        {...(moving ? {} : { details, profile })}
        healthLost={!moving && healthLost}
        busy={send.status === 'loading'}
        error={send.error}
        attempt={attempt}
        onConfirm={() => void confirm()}
        onBack={() => backTo(moving ? 'slot' : 'details')}
        onAskAssistance={() => {
          send.reset()
          type({ ...details, assistanceRequired: true })
          backTo('details')
        }}
      />
    )
  const isBeaten = beaten !== null && beaten.date === date && beaten.time === time
  return (
    <div ref={top} tabIndex={-1} className={styles.flow}>
      <ProgressSteps
        label="Booking"
        steps={steps.map((name) => STEP_NAME[name])}
        current={Math.max(0, steps.indexOf(step))}
      />
      {step !== 'slot' && time !== null && <StepHead {...words[step]} />}
      {step === 'slot' || time === null ? (
        <>
          {!closed && <EarliestTime book={book} choice={choice} page={top} onChoose={pick} />}
          <SlotStep
            book={book}
            moving={moving}
            signedIn={session !== null}
            closed={closed}
            blocked={blocked}
            nextStep={closed ? undefined : obstacle?.nextStep}
            assistanceOnly={assistanceOnly}
            choice={choice}
            beaten={isBeaten}
            onChoose={pick}
            onDone={() => forward(moving ? 'confirm' : 'details')}
          />
          {blocked === null && !assistanceOnly && (
            <TimeAlerts book={book} moving={moving} date={date} signedIn={session !== null} onChoose={pick} />
          )}
        </>
      ) : (
        later(time)
      )}
    </div>
  )
}

/** The heading from the page's own component. */
function StepHead({ headline, text }: StepWords) {
  if (!headline && !text) return null
  return (
    <Stack as="header" gap={2} className={styles.stepHead}>
      {headline && <h2>{headline}</h2>}
      {text && <p>{text}</p>}
    </Stack>
  )
}
