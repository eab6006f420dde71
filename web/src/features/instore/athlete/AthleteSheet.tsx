import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { VISIT_NAME } from '../../../academy/names'
import { api } from '../../../api/client/client'
import { errorSentence } from '../../../api/error-sentence'
import { queryKeys } from '../../../api/queries'
import { Button } from '../../../components/Button'
import { Facts, type Fact } from '../../../components/layout/Card'
import { Icon } from '../../../components/graphics/Icon'
import { classNames } from '../../../components/class-names'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import type { DayBooking } from '../../../offline/day'
import { Panel, PanelActions } from './Panel'
import styles from './AthleteSheet.module.css'
import type { AthleteView, Person } from '../model'

interface AthleteSheetProps {
  athlete: AthleteView
  person: Person
  /** Their booking on the day's list; null once the list is gone. */
  booking: DayBooking | null
  online: boolean
  onAccept: () => void
  /** Null once there are results. */
  onDecline: (() => void) | null
  /** Undoes the onboarding; null once something has been recorded. */
  onRelease: (() => void) | null
  /** Takes them off this tablet; null while something of theirs is on no other. */
  onTakeOff: (() => void) | null
  onBack: () => void
}

/** Shown for what the day's list had, once the day is over and the list is gone. */
const GONE = 'N/A'

/** Who the athlete is: what to check before the tests begin, and the emergency contact. */
export function AthleteSheet(props: AthleteSheetProps) {
  const { athlete, person, booking, online, onAccept, onDecline, onRelease, onTakeOff, onBack } = props
  const waiting = athlete.stage === 'onboarded'
  const facts: Fact[] = [
    {
      term: 'Code',
      value: <span className={classNames(text.wide, text.spaced)}>{person.code}</span>,
    },
    { term: 'Booked for', value: person.time || 'No time' },
    { term: 'Visit', value: VISIT_NAME[person.type] },
    { term: 'T-shirt', value: booking?.tShirtSize ?? GONE },
    { term: 'Assistance', value: booking ? assistance(booking) : GONE },
    { term: 'Emergency contact', value: booking ? <Contact booking={booking} /> : GONE },
    { term: 'Medical notes', value: <MedicalNotes uaid={person.uaid} online={online} /> },
  ]
  return (
    <Panel
      title={waiting ? `Is this ${person.firstName}?` : athlete.name}
      onBack={waiting ? undefined : onBack}
      className={styles.sheet}
      data-waiting={waiting}
      aria-label={`About ${athlete.name}`}
    >
      <Facts facts={facts} className={styles.facts} />
      <PanelActions className={styles.actions}>
        {waiting && (
          <Button size="large" wide onClick={onAccept}>
            Yes, start the tests
          </Button>
        )}
        {athlete.stage !== 'final' && (
          <>
            {onDecline && (
              <Button variant="secondary" onClick={onDecline}>
                Decline
              </Button>
            )}
            {onRelease && (
              <Button variant="secondary" onClick={onRelease}>
                Undo onboarding
              </Button>
            )}
            {onTakeOff && (
              <Button variant="secondary" onClick={onTakeOff}>
                Take off this tablet
              </Button>
            )}
          </>
        )}
      </PanelActions>
    </Panel>
  )
}

const assistance = ({ assistanceRequired, assistanceType }: DayBooking) =>
  assistanceRequired ? (assistanceType ?? 'Asked for help') : 'None needed'

function Contact({ booking: { emergencyName, emergencyNumber } }: { booking: DayBooking }) {
  if (!emergencyName && !emergencyNumber) return 'N/A'
  return (
    <>
      {emergencyName ?? 'N/A'}
      {emergencyNumber && (
        <a className={styles.call} href={`tel:${emergencyNumber}`}>
          <Icon name="phone" small />
          {emergencyNumber}
        </a>
      )}
    </>
  )
}

/** The button disappears with the answer, so the focus moves to the notes, unless it is elsewhere by then. */
const focus = (shown: HTMLElement | null) => {
  if (document.activeElement === document.body) shown?.focus({ preventScroll: true })
}

/** Fetched by a press, because each reading is recorded; shown and never stored. */
function MedicalNotes({ uaid, online }: { uaid: string; online: boolean }) {
  const [requested, setRequested] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...queryKeys.mine, 'instore-medical', uaid],
    queryFn: ({ signal }) =>
      api
        .get('event/admin/profile', { query: { uaid }, signal })
        .then(({ medicalIssues }) => medicalIssues ?? 'N/A'),
    enabled: requested && online,
    gcTime: 0,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    retry: false,
  })
  if (!online) return <span className={text.aside}>Only with a connection</span>
  if (data !== undefined && !error)
    return (
      <span ref={focus} tabIndex={-1} className={styles.notes}>
        {data}
      </span>
    )
  // One button, so that it keeps the focus when the notes could not be read.
  return (
    <Stack as="span" gap={2} start>
      {error && (
        <span className={text.signal} role="alert">
          {errorSentence(error)}
        </span>
      )}
      <Button
        variant="secondary"
        busy={isFetching}
        onClick={() => (requested ? void refetch() : setRequested(true))}
      >
        {error ? 'Try again' : 'Show'}
      </Button>
    </Stack>
  )
}
