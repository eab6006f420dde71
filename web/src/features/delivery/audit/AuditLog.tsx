import { londonDateTime } from '../../../academy/london'
import { ROLE_NAME } from '../../../academy/names'
import type { RoleId } from '../../../api/types'
import { Cluster } from '../../../components/layout/Cluster'
import { Table } from '../../../components/table/Table'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { actionText } from '../actions'
import touch from '../../../components/touch.module.css'
import styles from './Audit.module.css'
import { classNames } from '../../../components/class-names'
import { factsOf, MARK } from './facts'
import type { AuditEntry } from './api'

/** Short enough for a column. */
const ROLE: Readonly<Record<RoleId, string>> = { ...ROLE_NAME, 3: 'Delivery' }

/** The lines of the log; names link to the profiles. */
export function AuditLog({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <Table
      look="rows"
      caption="Newest first"
      columns={['When', 'Who', 'What', 'Whom it concerns', 'More']}
      className={styles.table}
    >
      <tbody>
        {together(entries).map(({ entry, others }) => (
          <tr key={entry.auditId}>
            <td className={styles.when}>{londonDateTime(entry.at)}</td>
            <td data-label="By">
              {isStranger(entry) ? (
                <span>Somebody not signed in</span>
              ) : (
                <Person uaid={entry.actorUaid} name={entry.actorName} role={entry.actorRole} />
              )}
            </td>
            <th scope="row" className={styles.what}>
              {actionText(entry.action)}
            </th>
            <td data-label="For" data-none={entry.subjectUaid === null || undefined}>
              {others.length > 0 ? (
                <details className={styles.many}>
                  <summary className={touch.summary}>{others.length + 1} athletes</summary>
                  <ul>
                    {[entry, ...others].map(({ auditId, subjectUaid, subjectName }) => (
                      <li key={auditId}>
                        <Person uaid={subjectUaid} name={subjectName} />
                      </li>
                    ))}
                  </ul>
                </details>
              ) : (
                entry.subjectUaid !== null && <Person uaid={entry.subjectUaid} name={entry.subjectName} />
              )}
            </td>
            <td className={classNames(styles.detail, text.note, text.anywhere)}>
              <Detail entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** What a stranger does comes from a network. The site and its operator have none: their `from` is what was before. */
const isStranger = ({ actorUaid, detail }: AuditEntry) =>
  actorUaid === null && typeof detail.from === 'string' && MARK.test(detail.from)

interface Line {
  entry: AuditEntry
  /** The same action on other people at the same moment. */
  others: AuditEntry[]
}

/** A tablet that loads the day's list reads everybody on it: shown as one line. */
export function together(entries: readonly AuditEntry[]): Line[] {
  const lines: Line[] = []
  for (const entry of entries) {
    const last = lines.at(-1)
    if (last && entry.action === 'health.listed' && sameAct(last.entry, entry)) last.others.push(entry)
    else lines.push({ entry, others: [] })
  }
  return lines
}

const sameAct = (one: AuditEntry, other: AuditEntry) =>
  one.action === other.action &&
  one.actorUaid === other.actorUaid &&
  londonDateTime(one.at) === londonDateTime(other.at) &&
  one.subjectUaid !== null &&
  other.subjectUaid !== null

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
      {role && <span className={text.note}>{ROLE[role]}</span>}
    </a>
  )
}

/** The other facts of a line, as labels and values. */
function Detail({ entry }: { entry: AuditEntry }) {
  const { objectId, action } = entry
  const facts = factsOf(entry)
  return (
    <>
      {objectId &&
        (action.startsWith('booking.') || action.startsWith('result.') ? (
          <a className={styles.person} href={paths.deliveryAdmin({ section: 'bookings', booking: objectId })}>
            <span className={styles.name}>The booking</span>
          </a>
        ) : action.startsWith('coach.') ? (
          <a className={styles.person} href={paths.deliveryAdmin({ section: 'users', uaid: objectId })}>
            <span className={styles.name}>The coach</span>
          </a>
        ) : action.startsWith('content.image.') ? (
          <a className={styles.person} href={paths.deliveryAdmin({ section: 'images' })}>
            <span className={styles.name}>The images</span>
          </a>
        ) : action.startsWith('content.') ? (
          <a className={styles.person} href={paths.deliveryAdmin({ section: 'content', item: objectId })}>
            <span className={styles.name}>The item</span>
          </a>
        ) : null)}
      {facts.length > 0 && (
        <Cluster as="dl" gap={[0, 4]} className={styles.facts}>
          {facts.map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Cluster>
      )}
    </>
  )
}
