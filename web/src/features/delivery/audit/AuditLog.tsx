import type { RoleId } from '../../../api/wire'
import { isCivilDate, shortDate } from '../../../civil-date'
import { paths } from '../../../paths'
import { actionText } from '../actions'
import { momentText } from '../london'
import styles from './Audit.module.css'
import type { AuditEntry } from './wire'

const ROLE: Readonly<Record<RoleId, string>> = {
  1: 'Athlete',
  2: 'In-store',
  3: 'Delivery',
  4: 'Coach',
}

/** The lines of the log; people lead to their profile. */
export function AuditLog({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Newest first</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">To whom</th>
          <th scope="col">More</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.auditId}>
            <td className={styles.when}>{momentText(entry.at)}</td>
            <td data-label="By">
              <Person uaid={entry.actorUaid} name={entry.actorName} role={entry.actorRole} />
            </td>
            <th scope="row" className={styles.what}>
              {actionText(entry.action)}
            </th>
            <td data-label="To" data-none={entry.subjectUaid === null || undefined}>
              {entry.subjectUaid !== null && <Person uaid={entry.subjectUaid} name={entry.subjectName} />}
            </td>
            <td className={styles.detail}>
              <Detail entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface PersonProps {
  uaid: string | null
  name: string
  /** In which role they did it. */
  role?: RoleId | null
}

function Person({ uaid, name, role }: PersonProps) {
  if (uaid === null) return <span>The site itself</span>
  return (
    <a className={styles.person} href={paths.deliveryAdmin({ section: 'users', uaid })}>
      <span className={styles.name}>{name || `No. ${uaid}`}</span>
      {role && <span className={styles.quiet}>{ROLE[role]}</span>}
    </a>
  )
}

/** What else the line says, as words beside their values. */
function Detail({ entry: { objectId, detail, action } }: { entry: AuditEntry }) {
  // What is not so, or not there, goes without saying.
  const facts = Object.entries(detail).filter(
    ([, value]) => value !== null && value !== false && value !== '',
  )
  return (
    <>
      {objectId &&
        (action.startsWith('booking.') ? (
          <a className={styles.person} href={paths.deliveryAdmin({ section: 'bookings', booking: objectId })}>
            <span className={styles.name}>The booking</span>
          </a>
        ) : (
          <code className={styles.code}>{objectId}</code>
        ))}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{factText(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function factText(value: unknown): string {
  if (value === true) return 'yes'
  if (typeof value !== 'string') return JSON.stringify(value)
  return isCivilDate(value) ? shortDate(value) : value
}
