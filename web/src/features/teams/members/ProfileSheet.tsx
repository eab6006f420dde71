import { useQuery } from '@tanstack/react-query'
import { measureText } from '../../../academy/measure'
import { points } from '../../../academy/numbers'
import { resultsOfQuery } from '../../../api/queries'
import type { EventEntry, OwnTest } from '../../../api/types'
import { dateAndTime } from '../../../academy/civil-date'
import { Facts } from '../../../components/layout/Card'
import { Dialog } from '../../../components/dialog/Dialog'
import { Notice } from '../../../components/feedback/Notice'
import { Stack } from '../../../components/layout/Stack'
import { Table } from '../../../components/table/Table'
import { LoadError } from '../../../state/LoadError'
import { Loaded } from '../../../state/Loaded'
import { fullName, statusName } from '../../../academy/names'
import text from '../../../components/text.module.css'
import styles from './ProfileSheet.module.css'
import { athleteProfileQuery, type CoachedProfile } from '../api'
import { ACCESS_WORD } from '../words'

interface ProfileSheetProps {
  uaid: string
  name: { firstName: string; lastName: string }
  onClose: () => void
}

/** A profile, as far as the viewer may see it. Without health data. */
export function ProfileSheet({ uaid, name, onClose }: ProfileSheetProps) {
  const profile = useQuery(athleteProfileQuery(uaid))
  return (
    <Dialog open onClose={onClose} size="sheet" title={fullName(profile.data ?? name)}>
      <Loaded result={profile} label="Loading the profile" height="24rem">
        {(data) => (
          <>
            {data.coachAccess && data.coachAccess !== 'accepted' && (
              <Notice title={ACCESS_WORD[data.coachAccess]}>
                You see a first name and what you have booked. Results appear once they accept: in My Profile
                under Coaches, or by an e-mail about a booking.
              </Notice>
            )}
            <Facts facts={factsOf(data)} />
            <Tests
              uaid={uaid}
              entries={data.events.flatMap(({ eventList }) => eventList)}
              open={!data.coachAccess || data.coachAccess === 'accepted'}
              forCoach={Boolean(data.coachAccess)}
            />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

interface TestsProps {
  uaid: string
  entries: readonly EventEntry[]
  /** Whether the viewer may see results (RULES 12.2). */
  open: boolean
  forCoach: boolean
}

function Tests({ uaid, entries, open, forCoach }: TestsProps) {
  const results = useQuery({ ...resultsOfQuery(uaid), enabled: open })
  const finals = open ? (results.data?.results ?? []) : []
  const testsOf = (id: string | null) => finals.find(({ eventBookingId }) => eventBookingId === id)?.tests
  const known = entries.filter(({ eventTestStatus }) => eventTestStatus !== null)
  return (
    <Stack as="section" gap={3} className={styles.tests}>
      <h3>Tests</h3>
      {open && results.isError && <LoadError query={results} title="Results did not load" />}
      {known.length === 0 ? (
        <p className={text.quiet}>No test yet.</p>
      ) : (
        <Stack as="ul" gap={0}>
          {known.map((entry) => (
            <Stack as="li" gap={[0, 4]} align="baseline" key={entry.eventBookingId} className={styles.test}>
              <span>
                {entry.eventTestDate ? dateAndTime(entry.eventTestDate, entry.eventTestTime) : 'No day yet'}
              </span>
              <span className={text.quiet}>
                {entry.eventTestStatus &&
                  statusName(
                    entry.eventTestStatus,
                    forCoach ? undefined : (entry.eventTestScoreRemoved ?? false),
                  )}
              </span>
              {entry.eventTestHeld && <span className={text.quiet}>Revealed at the event</span>}
              {entry.eventTestScore !== null && <strong>{points(entry.eventTestScore)}</strong>}
              <Marks tests={testsOf(entry.eventBookingId)} />
            </Stack>
          ))}
        </Stack>
      )}
    </Stack>
  )
}

/** What was measured in each test, and its points; renders nothing without a result. */
function Marks({ tests = [] }: { tests: readonly OwnTest[] | undefined }) {
  if (tests.length === 0) return null
  return (
    <Table
      look="lined"
      caption="Results by test"
      columns={['Test', 'Measured', { label: 'Points', className: styles.points }]}
      className={styles.marks}
    >
      <tbody>
        {tests.map(({ TestType, best, unit, score }) => (
          <tr key={TestType}>
            <th scope="row">{TestType}</th>
            <td>{best === null ? 'None' : measureText(best, unit)}</td>
            <td className={styles.points}>{points(score)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function factsOf(person: CoachedProfile) {
  const facts = [
    { term: 'Athlete number', value: person.uaid },
    { term: 'Age group', value: person.ageGroup },
    { term: 'E-mail', value: person.emailAddress },
    { term: 'Phone', value: person.phoneNumber },
    { term: 'T-shirt', value: person.tShirtSize },
    { term: 'Sport', value: [person.sportPlayed, person.sportLevel].filter(Boolean).join(', ') },
    { term: 'Works on', value: person.improvement },
    {
      term: 'Leaderboards',
      // Not shown to a coach.
      value: person.coachAccess ? '' : person.isCompetitor ? 'Stands on them' : 'Not on them',
    },
  ]
  return facts.flatMap(({ term, value }) => (value ? [{ term, value }] : []))
}
