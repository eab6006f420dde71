import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { sendBooking } from '../../api/calls'
import { newKey } from '../../api/client'
import { errorSentence } from '../../api/errors'
import type { ApiFailure } from '../../api/failure'
import { profileQuery, queryKeys } from '../../api/queries'
import type { BookingPayload, UserProfile } from '../../api/wire'
import type { Session } from '../../auth/session'
import { useSession } from '../../auth/SessionProvider'
import { Page } from '../../components/Page'
import { ProgressSteps } from '../../components/ProgressSteps'
import { Stack } from '../../components/Stack'
import { ErrorState, Loading, Skeleton } from '../../components/States'
import { paths } from '../../paths'
import { useBookingData } from '../../state/booking-store'
import { useOperation } from '../../state/use-operation'
import { dateAndTime, isCivilDate } from '../../civil-date'
import { BookingSummary, ConfirmStep } from './ConfirmStep'
import { detailsFrom, detailsPayload, type Details } from './details'
import { DetailsForm } from './DetailsForm'
import { chooseBookingDate, chooseBookingTime, openBooking, readEntries, type BookingEntry } from './entry'
import { KeyRing } from './key-ring'
import { readSlotId, type SlotKey } from './places'
import { SlotNotices, SlotStep, type Choice } from './SlotStep'
import styles from './BookTest.module.css'
import { useBook, type Book } from './use-book'
import { WaitlistOffer } from './WaitlistOffer'

export interface BookTestWords {
  headline: string
  intro: string
  /** Over the steps after the first; empty words are not shown. */
  details: StepWords
  confirm: StepWords
}

interface StepWords {
  headline: string
  text: string
}

type Step = 'slot' | 'details' | 'confirm'
const STEPS: readonly Step[] = ['slot', 'details', 'confirm']
const MOVE_STEPS: readonly Step[] = ['slot', 'confirm']
const STEP_NAME: Record<Step, string> = { slot: 'Day and time', details: 'Your details', confirm: 'Confirm' }

/** BOOK A TEST: anybody may look at the slots; to book one signs in and comes back to the same slot. */
export function BookTest({ words }: { words: BookTestWords }) {
  const session = useSession()
  const profile = useQuery({ ...profileQuery(), enabled: session.status === 'authenticated' })
  const entries = useMemo(() => readEntries(profile.data?.events), [profile.data])
  const moving = openBooking(entries)
  const waiting = session.status === 'loading' || (session.status === 'authenticated' && profile.isPending)
  return (
    <Page
      heading={moving ? 'Move your test.' : words.headline}
      lead={
        moving?.eventTestDate
          ? `You are booked for ${dateAndTime(moving.eventTestDate, moving.eventTestTime)}. Pick another time; yours stays until the new one is won.`
          : words.intro
      }
      width="wide"
    >
      {profile.isError && profile.data === undefined ? (
        <ErrorState
          message={errorSentence(profile.error)}
          onRetry={() => void profile.refetch()}
          retrying={profile.isFetching}
        />
      ) : waiting ? (
        <CalendarSkeleton />
      ) : (
        <Suspense fallback={<CalendarSkeleton />}>
          <Booking
            words={words}
            entries={entries}
            moving={moving}
            session={session.data ?? null}
            profile={profile.data}
          />
        </Suspense>
      )}
    </Page>
  )
}

function CalendarSkeleton() {
  return (
    <Loading label="Loading the calendar" className={styles.slots}>
      <Skeleton height="34rem" />
      <Skeleton height="34rem" />
    </Loading>
  )
}

interface BookingProps {
  words: BookTestWords
  entries: readonly BookingEntry[]
  moving: BookingEntry | null
  session: Session | null
  profile: UserProfile | undefined
}

function Booking(props: BookingProps) {
  const [full, setFull] = useState<readonly SlotKey[]>([])
  const state = useBook(props.entries, full)
  if (state.status === 'loading') return <CalendarSkeleton />
  if (state.status === 'failed') {
    return <ErrorState message={errorSentence(state.error)} onRetry={state.retry} />
  }
  return (
    <Stack gap="loose">
      <SlotNotices book={state.book} stale={state.stale} />
      <WaitlistOffer />
      <Flow {...props} book={state.book} onFull={(slot) => setFull([...full, slot])} />
    </Stack>
  )
}

/** The slot of the address (`?date=`), else the day the calendar was left at, else the first one that is open. */
function firstChoice(book: Book): Choice {
  const asked = readSlotId(new URLSearchParams(window.location.search).get('date') ?? '')
  const kept = useBookingData.getState().initDate
  const inView = (date: string) => isCivilDate(date) && date >= book.bounds.first && date <= book.bounds.last
  if (inView(asked.date)) return asked
  if (kept && inView(kept)) return { date: kept, time: null }
  const open = book.days.find(({ date }) => book.viewOf(date).look === 'open')
  return { date: open?.date ?? book.firstDate ?? book.today, time: null }
}

function Flow({
  words,
  book,
  entries,
  moving,
  session,
  profile,
  onFull,
}: BookingProps & { book: Book; onFull: (slot: SlotKey) => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const update = useBookingData((data) => data.update)
  const [step, setStep] = useState<Step>('slot')
  const [choice, setChoice] = useState<Choice>(() => firstChoice(book))
  const [details, setDetails] = useState<Details>(() => detailsFrom(profile))
  const [beaten, setBeaten] = useState<SlotKey | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [keys] = useState(() => new KeyRing(newKey))
  const send = useOperation((payload: BookingPayload) => sendBooking(payload, keys.keyFor(payload)))
  const steps = moving ? MOVE_STEPS : STEPS

  const top = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    top.current?.focus()
    top.current?.scrollIntoView({ block: 'start' })
  }, [step])

  const choose = (next: Choice) => {
    setChoice(next)
    setBeaten(null)
    send.reset()
    update({
      initDate: next.date,
      eventBookingType: book.type,
      eventBookingId: moving?.eventBookingId ?? null,
    })
  }

  const refused = (error: ApiFailure, slot: SlotKey) => {
    setAttempt((count) => count + 1)
    if (error.errorCode === 'SLOT_FULL') {
      onFull(slot)
      setBeaten(slot)
      setStep('slot')
      void client.invalidateQueries({ queryKey: queryKeys.availability })
    } else if (error.field && error.field in details && !moving) {
      setStep('details')
    }
  }

  const confirm = async () => {
    const { date, time } = choice
    if (time === null || !session) return
    // The fresh entry at the front (spec §4): it keeps the id of a booking that is moved and has none otherwise.
    const [entry] = chooseBookingTime(chooseBookingDate(entries, date), time)
    const bookingId = entry?.eventBookingId ?? moving?.eventBookingId
    const outcome = await send.run({
      uaid: session.uaid,
      ...(moving ? {} : detailsPayload(details)),
      eventId: moving?.eventId ?? book.config.event.eventId,
      eventTestDate: date,
      eventTestTime: time,
      eventTestType: book.type,
      eventTestStatus: moving?.eventTestStatus ?? (details.assistanceRequired ? 'assistance' : 'booked'),
      ...(bookingId ? { eventBookingId: bookingId } : {}),
    })
    keys.answered(outcome.ok ? 200 : outcome.error.status)
    if (!outcome.ok) return refused(outcome.error, { date, time })
    update({ initDate: null, eventBookingId: null, eventBookingConfirmed: outcome.data.eventBookingId })
    await client.invalidateQueries({ queryKey: queryKeys.mine })
    void client.invalidateQueries({ queryKey: queryKeys.availability })
    await navigate({ to: paths.myTests() })
  }

  const { date, time } = choice
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
        <SlotStep
          book={book}
          moving={moving}
          signedIn={session !== null}
          choice={choice}
          beaten={isBeaten}
          onChoose={choose}
          onDone={() => setStep(moving ? 'confirm' : 'details')}
        />
      ) : step === 'details' ? (
        <DetailsForm
          details={details}
          onChange={setDetails}
          onDone={() => setStep('confirm')}
          onBack={() => setStep('slot')}
          refused={send.error?.field ? [{ field: send.error.field, message: errorSentence(send.error) }] : []}
          aside={<BookingSummary book={book} date={date} time={time} moving={moving} />}
        />
      ) : (
        <ConfirmStep
          book={book}
          date={date}
          time={time}
          moving={moving}
          {...(moving ? {} : { details })}
          busy={send.status === 'loading'}
          error={send.error}
          attempt={attempt}
          onConfirm={() => void confirm()}
          onBack={() => setStep(moving ? 'slot' : 'details')}
          onAskAssistance={() => {
            send.reset()
            setDetails({ ...details, assistanceRequired: true })
            setStep('details')
          }}
        />
      )}
    </div>
  )
}

/** What the page's own component says over its step. */
function StepHead({ headline, text }: StepWords) {
  if (!headline && !text) return null
  return (
    <header className={styles.stepHead}>
      {headline && <h2>{headline}</h2>}
      {text && <p>{text}</p>}
    </header>
  )
}
