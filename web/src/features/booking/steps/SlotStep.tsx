import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { joinWaitlist, leaveWaitlist, waitlistQuery } from '../../../api/booking'
import { errorSentence } from '../../../api/error-sentence'
import { queryKeys } from '../../../api/queries'
import { LiveRegion } from '../../../components/feedback/LiveRegion'
import { Button, LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { useFocusKept } from '../../../components/use-focus-kept'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { Calendar } from '../calendar/Calendar'
import { dateAndTime, longDay, shortDay, type CivilDate } from '../../../academy/civil-date'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { DayTimes } from '../calendar/DayTimes'
import { nearestAlternatives, placesText, slotReason } from '../calendar/day-view'
import { Alternatives, SelectionBar } from '../calendar/SelectionBar'
import { isTimeOf, type BookingEntry } from '../entry'
import type { NextStep } from '../next-steps'
import { nextOpening } from '../opening/opening'
import { slotId } from '../calendar/places'
import styles from '../BookTest.module.css'
import type { Book } from '../use-book'

export interface Choice {
  date: CivilDate
  time: string | null
}

interface SlotStepProps {
  book: Book
  /** The booking that is being moved. */
  moving: BookingEntry | null
  signedIn: boolean
  /** Whether it is too late to move the booking. */
  closed: boolean
  /** Why no time can be booked, in a few words: the page says more above. Null if they can. */
  blocked: string | null
  /** What settles that, if there is a page for it. */
  nextStep?: NextStep | undefined
  /** They can ask for a time, but not wait for one: their screening has to be checked first. */
  assistanceOnly: boolean
  choice: Choice
  /** Somebody else got the last seat while it was being booked. */
  beaten: boolean
  onChoose: (choice: Choice) => void
  onDone: () => void
}

/** The calendar, the day's times, and the bar with the selection. */
export function SlotStep(props: SlotStepProps) {
  const { book, moving, signedIn, closed, choice, onChoose } = props
  // A visitor can, once they have signed in.
  const mayJoin = props.blocked === null && !props.assistanceOnly
  const lines = useQuery({ ...waitlistQuery(), enabled: signedIn }).data
  const day = book.dayOf(choice.date)
  const view = book.viewOf(choice.date)
  return (
    <>
      <div className={styles.slots}>
        <Calendar
          bounds={book.bounds}
          today={book.today}
          selected={choice.date}
          current={moving?.eventTestDate ?? null}
          viewOf={book.viewOf}
          onSelect={(date) => onChoose({ date, time: null })}
        />
        <DayTimes
          key={choice.date}
          day={day}
          why={view.look === 'open' ? null : view.why}
          capacity={book.capacity}
          wording={book.wording}
          selected={choice.time}
          waitingFor={lines?.filter((line) => line.eventTestDate === choice.date) ?? []}
          closed={closed}
          mayJoin={mayJoin}
          current={moving?.eventTestDate === choice.date ? moving.eventTestTime : null}
          onSelect={({ time }) => onChoose({ date: choice.date, time })}
        />
      </div>
      <VisuallyHidden live>{chosenAloud(book, choice, mayJoin)}</VisuallyHidden>
      <ChoiceBar key={slotId({ date: choice.date, time: choice.time ?? '' })} {...props} mayJoin={mayJoin} />
    </>
  )
}

/** The selection, for screen readers: the bar that shows it comes at the end of a long list. */
function chosenAloud(book: Book, { date, time }: Choice, mayJoin: boolean): string {
  const view = book.viewOf(date)
  const slot = book.dayOf(date).slots.find((candidate) => candidate.time === time)
  if (time === null || !slot)
    return `${longDay(date)}: ${view.look === 'open' ? placesText(view.left) : (view.why ?? 'full')}`
  if (slot.available) return `${dateAndTime(date, time)} chosen, ${placesText(slot.remaining)}`
  const why = slot.reason ? slotReason(slot.reason, date, book.wording, mayJoin) : 'not on offer'
  return `${dateAndTime(date, time)}: ${why}`
}

function ChoiceBar({
  book,
  moving,
  signedIn,
  blocked,
  nextStep,
  mayJoin,
  choice,
  beaten,
  onChoose,
  onDone,
}: SlotStepProps & { mayJoin: boolean }) {
  const { date, time } = choice
  // Only a slot that was available can be lost; one that was full when it was pressed is not.
  const slot = book.dayOf(date).slots.find((candidate) => candidate.time === time)
  const [hadIt] = useState(slot?.available === true || beaten)
  const opens = book.wording.retestOpensOn
  // Until then no time can be booked.
  if (opens) return <SelectionBar tone="empty" title={`You can book your retest from ${shortDay(opens)}.`} />
  if (time === null || !slot) {
    const open = book.viewOf(date).look === 'open'
    return <SelectionBar tone="empty" title={open ? 'Pick a time.' : 'Pick a day, then a time.'} />
  }
  const when = dateAndTime(date, time)
  if (isTimeOf(moving, { date, time }))
    return <SelectionBar tone="empty" title="That is the time you have. Pick another one to move to." />
  // They come back to this time, free or full.
  const signIn = paths.login({ callbackUrl: paths.bookTest({ date: slotId({ date, time }) }) })
  if (slot.available) {
    return (
      <SelectionBar
        tone="ready"
        title={when}
        action={
          blocked !== null ? (
            nextStep && (
              <LinkButton variant="secondary" href={nextStep.href}>
                {nextStep.link}
              </LinkButton>
            )
          ) : signedIn ? (
            <Button size="large" onClick={onDone}>
              {moving ? 'Move to this time' : 'Book this time'}
            </Button>
          ) : (
            <LinkButton size="large" href={signIn}>
              Sign in to book
            </LinkButton>
          )
        }
      >
        <p>{blocked ?? placesText(slot.remaining)}</p>
      </SelectionBar>
    )
  }
  const full = beaten || slot.reason === 'SLOT_FULL'
  const others = nearestAlternatives(book.days, { date, time })
  return (
    <SelectionBar
      tone={hadIt ? 'lost' : 'empty'}
      title={
        hadIt && full
          ? `Someone just took the last place at ${when}.`
          : full
            ? `${when} is full.`
            : `${when}: ${slot.reason ? slotReason(slot.reason, date, book.wording, mayJoin) : 'not on offer'}.`
      }
      alert={hadIt}
      action={
        full &&
        blocked === null &&
        (signedIn ? (
          <JoinOrLeave book={book} date={date} time={time} mayJoin={mayJoin} />
        ) : (
          <LinkButton variant="secondary" href={signIn}>
            Sign in to wait for it
          </LinkButton>
        ))
      }
    >
      <Stack gap={2}>
        {others.length > 0 && <p>These are the nearest free times:</p>}
        <Alternatives date={date} options={others} onPick={onChoose} />
      </Stack>
    </SelectionBar>
  )
}

interface JoinOrLeaveProps {
  book: Book
  date: CivilDate
  time: string
  mayJoin: boolean
}

function JoinOrLeave({ book, date, time, mayJoin }: JoinOrLeaveProps) {
  const client = useQueryClient()
  // For somebody who may not join again, the button goes with the line.
  const box = useFocusKept<HTMLDivElement>(undefined, true)
  const { data: lines } = useQuery(waitlistQuery())
  const place = { eventId: book.config.event.eventId, eventTestDate: date, eventTestTime: time }
  const line = lines?.find((one) => one.eventTestDate === date && one.eventTestTime === time)
  // One operation for both: somebody whose joining was not answered, and who leaves, can join again.
  const change = useOperation(async ({ act, ...slot }: typeof place & { act: 'join' | 'leave' }, key) => {
    await (act === 'join' ? joinWaitlist : leaveWaitlist)(slot, key)
    await client.invalidateQueries({ queryKey: queryKeys.waitlist })
  })
  const { error } = change
  const busy = change.status === 'loading'
  return (
    <div ref={box} tabIndex={-1}>
      <Stack gap={2} className={styles.waiting}>
        <LiveRegion>
          {line && (
            <p>
              {line.offerId === null
                ? `You are number ${line.position} in line. We e-mail a free place to the first in line, who has 30 minutes to take it. At night the e-mail waits until eight.`
                : 'A place is held for you. Take it above.'}
            </p>
          )}
        </LiveRegion>
        {error && (
          <p role="alert" className={text.signal}>
            {errorSentence(error)}
          </p>
        )}
        {line ? (
          <Button variant="quiet" busy={busy} onClick={() => void change.run({ ...place, act: 'leave' })}>
            Leave the waiting list
          </Button>
        ) : (
          mayJoin && (
            <Button
              variant="secondary"
              busy={busy || lines === undefined}
              onClick={() =>
                // A seat that came free meanwhile is shown at once.
                void change
                  .run({ ...place, act: 'join' })
                  .then(() => client.invalidateQueries({ queryKey: queryKeys.availability }))
              }
            >
              Join the waiting list
            </Button>
          )
        )}
      </Stack>
    </div>
  )
}

/** Notices above the calendar. */
export function SlotNotices({ book, stale }: { book: Book; stale: boolean }) {
  return (
    <>
      {/* The band above says when there will be. */}
      {book.firstDate === null && nextOpening(book.wording.openings ?? [], book.nowMs) === null && (
        <Notice title="Nothing is on offer right now">
          The academy has not opened any {book.type} times yet. Look again soon.
        </Notice>
      )}
      {book.wording.retestOpensOn && (
        <Notice title={`You can book your retest from ${longDay(book.wording.retestOpensOn)}`}>
          Rest is training too. Until then you can look around.
        </Notice>
      )}
      <LiveRegion>
        {stale && (
          <Notice tone="problem" title="You are looking at what we last knew">
            Places may have gone since. We keep trying to reach the academy.
          </Notice>
        )}
      </LiveRegion>
    </>
  )
}
