import { useQuery } from '@tanstack/react-query'
import type { EventEntry, UserProfile } from '../../api/wire'
import { dateAndTime } from '../../civil-date'
import { Facts } from '../../components/Card'
import { Dialog } from '../../components/Dialog'
import { Loaded } from '../../state/Loaded'
import styles from './ProfileSheet.module.css'
import { profileQuery } from './wire'
import { fullName } from './words'

const STATUS: Readonly<Record<string, string>> = {
  booked: 'Booked',
  assistance: 'Asked for help',
  completed: 'Tested',
  dnt: 'Did not test',
  declined: 'Declined',
  cancelled: 'Cancelled',
}

interface ProfileSheetProps {
  uaid: string
  name: { firstName: string; lastName: string }
  onClose: () => void
}

/** Somebody's profile as a coach needs it: how to reach them, their sport, their tests. Nothing of their health. */
export function ProfileSheet({ uaid, name, onClose }: ProfileSheetProps) {
  const profile = useQuery(profileQuery(uaid))
  return (
    <Dialog open onClose={onClose} size="sheet" title={fullName(profile.data ?? name)}>
      <Loaded result={profile} label="Loading the profile" height="24rem">
        {(data) => (
          <>
            <Facts facts={factsOf(data)} />
            <Tests entries={data.events.flatMap(({ eventList }) => eventList)} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

function Tests({ entries }: { entries: readonly EventEntry[] }) {
  const known = entries.filter(({ eventTestStatus }) => eventTestStatus !== null)
  return (
    <section className={styles.tests}>
      <h3>Tests</h3>
      {known.length === 0 ? (
        <p className={styles.quiet}>No test yet.</p>
      ) : (
        <ul className={styles.list}>
          {known.map((entry) => (
            <li key={entry.eventBookingId} className={styles.test}>
              <span>
                {entry.eventTestDate ? dateAndTime(entry.eventTestDate, entry.eventTestTime) : 'No day yet'}
              </span>
              <span className={styles.quiet}>{STATUS[entry.eventTestStatus ?? ''] ?? ''}</span>
              {entry.eventTestScore !== null && <strong>{entry.eventTestScore.toFixed(2)}</strong>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function factsOf(person: UserProfile) {
  const told = [
    { term: 'Athlete number', value: person.uaid },
    { term: 'E-mail', value: person.emailAddress },
    { term: 'Phone', value: person.phoneNumber },
    { term: 'T-shirt', value: person.tShirtSize },
    { term: 'Sport', value: [person.sportPlayed, person.sportLevel].filter(Boolean).join(', ') },
    { term: 'Works on', value: person.improvement },
    { term: 'Leaderboards', value: person.isCompetitor ? 'Stands on them' : 'Not on them' },
  ]
  return told.filter(({ value }) => value)
}
