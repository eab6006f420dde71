import { dateAndTime } from '../../../academy/civil-date'
import { ROLE_NAME } from '../../../academy/names'
import { EmailText } from '../../../components/EmailText'
import { Table } from '../../../components/table/Table'
import { paths } from '../../../paths'
import type { AddressQuery } from '../../../state/address'
import { Status } from '../Status'
import styles from './PeopleTable.module.css'
import type { PersonRow } from './api'
import text from '../../../components/text.module.css'
import { classNames } from '../../../components/class-names'
import touch from '../../../components/touch.module.css'
import { nameOf } from './words'

interface PeopleTableProps {
  people: readonly PersonRow[]
  query: AddressQuery
  onOpen: (uaid: string) => void
}

/** People and their next booking; a name opens the profile. */
export function PeopleTable({ people, query, onOpen }: PeopleTableProps) {
  return (
    <Table
      look="rows"
      caption="People, by the day they come"
      columns={['Person', 'Number', 'Role', 'Booking', 'Code']}
      className={styles.table}
    >
      <tbody>
        {people.map((person) => (
          <tr key={person.uaid}>
            <th scope="row" className={styles.who}>
              <a
                className={classNames(styles.name, text.name, touch.line)}
                href={paths.deliveryAdmin({ ...query, section: 'users', uaid: person.uaid })}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onOpen(person.uaid)
                }}
              >
                {nameOf(person)}
              </a>
              <span className={styles.quiet}>
                <EmailText>{person.emailAddress}</EmailText>
              </span>
            </th>
            <td className={styles.number}>{person.uaid}</td>
            <td data-role={person.role} className={styles.role}>
              {ROLE_NAME[person.role]}
              {!person.isCompetitor && <span className={styles.quiet}>Off the boards</span>}
            </td>
            <td className={styles.booking}>
              {person.eventTestStatus === null ? (
                <span className={styles.quiet}>No booking</span>
              ) : (
                <span className={styles.place}>
                  {person.bookingDate === ''
                    ? 'No place yet'
                    : dateAndTime(person.bookingDate, person.bookingTime)}
                  <Status
                    status={person.eventTestStatus}
                    arrivedAt={person.arrivedAt}
                    onboardedAt={person.onboardedAt}
                  />
                </span>
              )}
            </td>
            <td className={classNames(styles.code, text.code, text.nowrap)}>{person.eventTestCode}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
