import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '../../../api/error-sentence'
import { normaliseFailure } from '../../../api/client/failure'
import { dateAndTime } from '../../../academy/civil-date'
import { Button, LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { answerByLink, type CoachRequest } from '../api'
import { FlowLayout } from '../FlowLayout'
import css from '../form/form.module.css'
import { useTokenInHash } from '../use-token-in-hash'

const SPENT = 'This link has run out. Sign in, and you’ll find your coaches in My Profile.'

/**
 * The page behind the links in the letter about a coach's booking. Opening it does nothing: each answer takes a press.
 */
export function CoachBooking() {
  const link = useTokenInHash()
  const token = link?.token ?? ''
  const request = useQuery({
    queryKey: ['coach-booking', token],
    queryFn: () => answerByLink(token),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  })
  const answer = useOperation((choice: 'accept' | 'decline') => answerByLink(token, choice))
  const [choice, setChoice] = useState<'accept' | 'decline' | null>(null)
  const choose = (next: 'accept' | 'decline') => {
    setChoice(next)
    void answer.run(next)
  }
  const about = answer.data ?? request.data
  const failure = answer.error ?? (request.error === null ? null : normaliseFailure(request.error))
  const spent = failure?.errorCode === 'TOKEN_INVALID'
  const done = answer.status === 'succeeded' && choice !== null
  // After a no too, if it was too late to cancel it.
  const hasPlace = done && about?.testDate !== ''
  const off = hasPlace ? 'That’s noted.' : 'That’s off.'
  return (
    <FlowLayout
      title={done ? (choice === 'accept' ? 'You’re a team.' : off) : 'Your coach booked you in.'}
      lead={about === undefined ? '' : lead(about, done ? choice : null, request.data)}
      share={done ? 1 : 0.5}
    >
      {link === null && (
        <Notice tone="problem" title="This link isn’t complete">
          Open it straight from the e-mail.
        </Notice>
      )}
      {failure !== null && (
        <Notice tone="problem" role="alert">
          {spent ? SPENT : errorSentence(failure)}
        </Notice>
      )}
      {request.isFetching && (
        <Loading label="Loading the booking">
          <Skeleton height="8rem" />
        </Loading>
      )}
      {about !== undefined && !done && !spent && (
        <>
          <p className={css.fact}>
            {about.name} would like to see your results. If you accept, they see your name, age group, T-shirt
            size, bookings, marks and revealed results. You can take it back at any time.
          </p>
          <p className={css.aside}>
            They never see your date of birth, contact details or anything about your health.
          </p>
          <div className={css.actions}>
            <Button
              size="large"
              variant={link?.answer === 'decline' ? 'secondary' : 'primary'}
              busy={answer.status === 'loading' && choice === 'accept'}
              onClick={() => choose('accept')}
            >
              Let this coach see my results
            </Button>
            <Button
              size="large"
              variant={link?.answer === 'decline' ? 'primary' : 'secondary'}
              busy={answer.status === 'loading' && choice === 'decline'}
              onClick={() => choose('decline')}
            >
              That’s not for me
            </Button>
          </div>
          {about.testDate !== '' && (
            <p className={css.aside}>
              “That’s not for me” cancels your place and frees it for somebody else, unless it’s too late to
              cancel online.
            </p>
          )}
        </>
      )}
      {(done || spent || link === null) && (
        <div className={css.actions}>
          <LinkButton href={hasPlace ? paths.myTests() : paths.myProfile('coaches')} size="large">
            {hasPlace ? 'See your ticket' : 'Go to My Profile'}
          </LinkButton>
        </div>
      )}
    </FlowLayout>
  )
}

/** What the link is about, or what the answer has done. */
function lead(
  { name, testDate, testTime, cancelled }: CoachRequest,
  done: 'accept' | 'decline' | null,
  opened?: CoachRequest,
) {
  if (done === 'accept') return `${name} can see your results. Change your mind any time in My Profile.`
  if (done === 'decline') {
    if (testDate !== '')
      return `${name} won’t see your results. Your place stays: it’s too late to cancel it online. Call the academy if you can’t come.`
    // An earlier try, whose answer was lost, may have cancelled it.
    const freed = cancelled > 0 || (opened !== undefined && opened.testDate !== '')
    return freed
      ? `Your place is cancelled, and ${name} won’t see your results.`
      : `${name} won’t see your results.`
  }
  return testDate === '' ? '' : `${name} booked you a test: ${dateAndTime(testDate, testTime)}.`
}
