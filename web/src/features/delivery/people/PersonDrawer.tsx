import { useQuery } from '@tanstack/react-query'
import type { StaffProfile } from '../../../api/types'
import { useState } from 'react'
import { isCivilDate, shortDate } from '../../../academy/civil-date'
import { londonDate } from '../../../academy/london'
import { genderName, ROLE_NAME } from '../../../academy/names'
import { EmailText } from '../../../components/EmailText'
import { Button } from '../../../components/Button'
import { Facts } from '../../../components/layout/Card'
import { Cluster } from '../../../components/layout/Cluster'
import { Dialog } from '../../../components/dialog/Dialog'
import { Icon } from '../../../components/graphics/Icon'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { Loaded } from '../../../state/Loaded'
import { BookPerson } from '../book-person/BookPerson'
import { DeletePerson } from './DeletePerson'
import { EditPerson } from './EditPerson'
import { HealthPanel } from './HealthPanel'
import { PendingEmail } from './PendingEmail'
import { PersonBookings } from './PersonBookings'
import styles from './PersonDrawer.module.css'
import { RoleDialog } from './RoleDialog'
import { ScreeningPanel } from './ScreeningPanel'
import { SignInPanel } from './SignInPanel'
import { staffProfileQuery, type PersonRow, type Health } from './api'
import { classNames } from '../../../components/class-names'
import { nameOf } from './words'

const ATHLETE = 1

interface PersonDrawerProps {
  uaid: string
  /** Whether it is the reader's own profile: their role and clearance are for others to decide. */
  own: boolean
  /** The row of the list that it was opened from. */
  found: PersonRow | undefined
  onClose: () => void
}

/** One person, with everything that staff may see and do. */
export function PersonDrawer({ uaid, own, found, onClose }: PersonDrawerProps) {
  const profile = useQuery(staffProfileQuery(uaid))
  const { data } = profile
  const [act, setAct] = useState<'book' | 'edit' | 'role' | 'delete' | null>(null)
  // Kept outside the query, which refetches after other actions: health details are only read on request.
  const [health, setHealth] = useState<Health | null>(null)
  const person = data ?? found
  return (
    <>
      <Dialog open onClose={onClose} size="sheet" title={person ? nameOf(person) : 'Person'}>
        <Loaded result={profile} label="Loading the profile" height="32rem">
          {(data) => (
            <>
              <Cluster as="p" gap={[2, 4]} align="baseline" className={text.figures}>
                <span className={classNames(styles.role, text.h4, text.strong)} data-role={data.role}>
                  {ROLE_NAME[data.role]}
                </span>
                <span className={text.note}>Number {data.uaid}</span>
              </Cluster>
              <Cluster gap={[2, 3]}>
                {data.role === ATHLETE && !own && (
                  <Button onClick={() => setAct('book')}>
                    <Icon name="plus" small />
                    Book a test
                  </Button>
                )}
                <Button variant="secondary" onClick={() => setAct('edit')}>
                  Edit
                </Button>
                {!own && (
                  <Button variant="quiet" onClick={() => setAct('role')}>
                    Change role
                  </Button>
                )}
              </Cluster>
              <Facts facts={factsOf(data)} />
              <Cluster as="p" gap={[0, 5]} className={styles.ways}>
                <a href={paths.deliveryAdmin({ section: 'bookings', uaid })}>All their bookings</a>
                <a href={paths.deliveryAdmin({ section: 'audit', uaid })}>Their log entries</a>
              </Cluster>
              {!own && data.emailPending && <PendingEmail profile={data} pending={data.emailPending} />}
              <ScreeningPanel profile={data} own={own} />
              <HealthPanel
                uaid={uaid}
                clearance={data.screening?.clearance ?? null}
                health={health}
                onHealth={setHealth}
              />
              <PersonBookings events={data.events} />
              {!own && (
                <>
                  <SignInPanel profile={data} />
                  <section className={styles.part} aria-labelledby="person-leaving">
                    <h3 id="person-leaving">Leaving</h3>
                    <Cluster gap={[2, 3]}>
                      <Button variant="danger" onClick={() => setAct('delete')}>
                        Delete account
                      </Button>
                    </Cluster>
                  </section>
                </>
              )}
            </>
          )}
        </Loaded>
      </Dialog>
      {data && act === 'book' && <BookPerson uaid={data.uaid} onClose={() => setAct(null)} />}
      {data && act === 'edit' && (
        <EditPerson profile={data} health={health} onHealth={setHealth} onClose={() => setAct(null)} />
      )}
      {data && act === 'role' && <RoleDialog profile={data} onClose={() => setAct(null)} />}
      {data && act === 'delete' && (
        <DeletePerson profile={data} onClose={() => setAct(null)} onDeleted={onClose} />
      )}
    </>
  )
}

function guardianFacts({ guardianEmail, guardianAskedAt, guardianConfirmedAt }: StaffProfile) {
  if (!guardianEmail) return []
  const state = guardianConfirmedAt
    ? `confirmed ${shortDate(londonDate(guardianConfirmedAt))}`
    : guardianAskedAt
      ? `asked ${shortDate(londonDate(guardianAskedAt))}, not confirmed`
      : 'not confirmed'
  return [
    {
      term: 'Parent or guardian',
      value: (
        <>
          <EmailText>{guardianEmail}</EmailText>, {state}
        </>
      ),
    },
  ]
}

function factsOf(person: StaffProfile) {
  const born = person.dateOfBirth
  const handles = person.socialMediaHandles.filter(({ handle }) => handle)
  const sport = [person.sportPlayed, person.sportLevel].filter(Boolean).join(', ')
  return [
    {
      term: person.emailConfirmed === false ? 'E-mail, not confirmed' : 'E-mail',
      value: (
        <a href={`mailto:${person.emailAddress}`}>
          <EmailText>{person.emailAddress}</EmailText>
        </a>
      ),
    },
    ...(person.emailPending ? [{ term: 'Changes to, once confirmed', value: person.emailPending }] : []),
    {
      term: 'Phone',
      value: person.phoneNumber ? <a href={`tel:${person.phoneNumber}`}>{person.phoneNumber}</a> : 'Not said',
    },
    { term: 'Born', value: born && isCivilDate(born) ? shortDate(born) : 'Not said' },
    ...guardianFacts(person),
    { term: 'Gender', value: genderName(person.gender) },
    { term: 'T-shirt', value: person.tShirtSize ?? 'M' },
    ...(person.postcode ? [{ term: 'Postcode', value: person.postcode }] : []),
    ...(sport ? [{ term: 'Sport', value: sport }] : []),
    ...(person.improvement ? [{ term: 'Wants to improve', value: person.improvement }] : []),
    ...handles.map(({ socialMediaName, handle }) => ({ term: socialMediaName, value: `@${handle}` })),
    { term: 'Leaderboards', value: person.isCompetitor ? 'Competes' : 'Stays off them' },
  ]
}
