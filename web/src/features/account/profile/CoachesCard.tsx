import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useRef, useState } from 'react'
import { shortDate } from '../../../academy/civil-date'
import { londonDate } from '../../../academy/london'
import { queryKeys } from '../../../api/queries'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { focusAfter } from '../../../components/focus-after'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import { answerCoach, type CoachAnswer, ownCoachesQuery, type OwnCoach } from '../api'
import form from '../form/form.module.css'
import { ProfileRow } from './ProfileRow'
import { QueryCard } from './QueryCard'

const DONE: Readonly<Record<CoachAnswer, string>> = {
  accept: 'Your coach can see your results now.',
  withdraw: 'Your coach can’t see your results any more.',
  decline: 'Done. Your coach can’t see your results, and any place they booked for you is cancelled.',
}
const PLACE_STAYS =
  'Done. Your coach can’t see your results. Your place stays: it’s too late to cancel it online. Call the academy if you can’t come.'

/** The coaches who have booked this athlete, and what each of them may see. */
export function CoachesCard() {
  const query = useQuery(ownCoachesQuery())
  const queries = useQueryClient()
  const [declining, setDeclining] = useState<OwnCoach | null>(null)
  const hasPlace = declining?.openBookings !== 0
  const [done, setDone] = useState('')
  const status = useRef<HTMLParagraphElement>(null)
  const answer = useOperation(
    async ({ coachUaid, choice }: { coachUaid: string; choice: CoachAnswer }, key) => {
      const answered = await answerCoach({ coachUaid, answer: choice }, key)
      const places = answered.coaches.find((coach) => coach.coachUaid === coachUaid)?.openBookings ?? 0
      // The pressed button may be gone with the answer.
      focusAfter(
        () => {
          queries.setQueryData(ownCoachesQuery().queryKey, answered)
          setDeclining(null)
          setDone(choice === 'decline' && places > 0 ? PLACE_STAYS : DONE[choice])
        },
        () => status.current,
      )
      // A cancelled booking changes the profile too.
      if (choice === 'decline') await queries.invalidateQueries({ queryKey: queryKeys.profile })
    },
  )
  const busy = answer.status === 'loading'
  return (
    <QueryCard title="Who sees my results" query={query} height="8rem">
      {({ coaches }) => (
        <>
          {declining === null && <ErrorNotice error={answer.error} />}
          <p ref={status} tabIndex={-1} className={classNames(text.accent, text.small)} role="status">
            {answer.status === 'succeeded' ? done : ''}
          </p>
          {coaches.length === 0 ? (
            <p className={form.aside}>No coach has booked you. If one does, you decide here what they see.</p>
          ) : (
            <Stack as="ul" gap={0}>
              {coaches.map((coach) => (
                <CoachRow
                  key={coach.coachUaid}
                  coach={coach}
                  busy={busy}
                  onAnswer={(choice) => {
                    if (busy) return
                    if (choice === 'decline') {
                      answer.reset()
                      setDeclining(coach)
                    } else void answer.run({ coachUaid: coach.coachUaid, choice })
                  }}
                />
              ))}
            </Stack>
          )}
          <p className={form.aside}>
            A coach you accept sees your name, age group, T-shirt size, bookings, marks and revealed results.
            They never see your date of birth, contact details or anything about your health.
          </p>
          <ActionDialog
            open={declining !== null}
            onClose={() => setDeclining(null)}
            role="alertdialog"
            title={`Not with ${declining?.name ?? 'this coach'}?`}
            yes={hasPlace ? 'Cancel my place' : 'Not for me'}
            no={hasPlace ? 'Keep it' : 'Go back'}
            operation={answer}
            onYes={() => {
              if (declining !== null) void answer.run({ coachUaid: declining.coachUaid, choice: 'decline' })
            }}
          >
            <p>
              {hasPlace
                ? 'They won’t see your results, and what they have booked for you is cancelled, unless it’s too late to cancel online.'
                : 'They won’t see your results.'}
            </p>
          </ActionDialog>
        </>
      )}
    </QueryCard>
  )
}

function statusText({ access, decidedAt, askedAt, byTeam }: OwnCoach): string {
  const day = shortDate(londonDate(decidedAt ?? askedAt))
  if (access === 'asked') return `Booked you on ${day}. Sees your first name and initial until you accept.`
  if (access === 'declined') return `Can’t see your results since ${day}.`
  return byTeam ? `The programme team agreed for you on ${day}.` : `Sees your results since ${day}.`
}

function CoachRow({
  coach,
  busy,
  onAnswer,
}: {
  coach: OwnCoach
  busy: boolean
  onAnswer: (choice: CoachAnswer) => void
}) {
  const { name, access, openBookings } = coach
  return (
    <ProfileRow title={name} aside={statusText(coach)}>
      <div className={form.actions}>
        {access === 'accepted' ? (
          <Button
            variant="quiet"
            aria-disabled={busy}
            aria-label={`Stop sharing: ${name}`}
            onClick={() => onAnswer('withdraw')}
          >
            Stop sharing
          </Button>
        ) : (
          <Button
            variant="secondary"
            aria-disabled={busy}
            aria-label={`Accept ${name}`}
            onClick={() => onAnswer('accept')}
          >
            Accept
          </Button>
        )}
        {(access === 'asked' || openBookings > 0) && (
          <Button
            variant="quiet"
            aria-disabled={busy}
            aria-label={`Not for me: ${name}`}
            onClick={() => onAnswer('decline')}
          >
            Not for me
          </Button>
        )}
      </div>
    </ProfileRow>
  )
}
