import type { ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { points } from '../../../academy/numbers'
import { dateAndTime, type CivilDate } from '../../../academy/civil-date'
import { errorSentence } from '../../../api/error-sentence'
import { queryKeys } from '../../../api/queries'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { useOperation } from '../../../state/use-operation'
import { fullName, statusName, VISIT_NAME } from '../../../academy/names'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import { Table } from '../../../components/table/Table'
import text from '../../../components/text.module.css'
import table from '../../../components/table/Table.module.css'
import { classNames } from '../../../components/class-names'
import touch from '../../../components/touch.module.css'
import styles from './MemberTable.module.css'
import { setCoachAccess, type Member } from '../api'
import { ACCESS_WORD, isDone } from '../words'

interface MemberTableProps {
  members: readonly Member[]
  /** The team's day; of members on another one, the day is shown too. */
  day: CivilDate
  /** Whose row is ticked, by number. */
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
  onOpen: (member: Member) => void
  /** Whether a coach reads it, who is not told that a score was removed (RULES 4.17). */
  own: boolean
  /** Lets programme delivery set this coach's access; null for a coach, and without one. */
  coach: string | null
  /** The actions for the ticked athletes. */
  actions: ReactNode
}

/** A team's athletes with their bookings; rows can be ticked, a name opens the profile. */
export function MemberTable({
  members,
  day,
  chosen,
  onChoose,
  onOpen,
  own,
  coach,
  actions,
}: MemberTableProps) {
  const open = members.filter((member) => !isDone(member))
  const all = open.length > 0 && open.every(({ uaid }) => chosen.has(uaid))
  const toggle = (uaid: string) => {
    const next = new Set(chosen)
    if (!next.delete(uaid)) next.add(uaid)
    onChoose(next)
  }
  return (
    <Stack gap={3}>
      {open.length > 0 && (
        <Cluster gap={[2, 5]} align="center" between>
          <label className={classNames(styles.tick, touch.line)}>
            <input
              type="checkbox"
              className={styles.box}
              checked={all}
              onChange={() => onChoose(all ? new Set() : new Set(open.map(({ uaid }) => uaid)))}
            />
            Select everybody
          </label>
          {actions}
        </Cluster>
      )}
      <Table
        look="rows"
        caption="Athletes of the team"
        columns={[
          { label: <VisuallyHidden>Selected</VisuallyHidden> },
          'Athlete',
          'Time',
          'Code',
          'Visit',
          'T-shirt',
          'Status',
          { label: 'Final', className: styles.number },
        ]}
        className={styles.table}
      >
        <tbody>
          {members.map((member) => (
            <tr key={member.uaid}>
              <td className={styles.choice}>
                {!isDone(member) && (
                  <label className={classNames(styles.tick, touch.line)}>
                    <input
                      type="checkbox"
                      className={styles.box}
                      checked={chosen.has(member.uaid)}
                      onChange={() => toggle(member.uaid)}
                    />
                    <VisuallyHidden>Select {fullName(member)}</VisuallyHidden>
                  </label>
                )}
              </td>
              <th scope="row" className={styles.who}>
                <button type="button" className={table.opener} onClick={() => onOpen(member)}>
                  {fullName(member)}
                </button>
                <span className={styles.quiet}>
                  No. {member.uaid}
                  {member.ageGroup && ` · ${member.ageGroup}`}
                </span>
                {member.coachAccess !== null && <Access member={member} coach={coach} />}
              </th>
              <td className={styles.fact}>{whenText(member, day)}</td>
              <td className={text.code}>{member.eventTestCode || '–'}</td>
              <td className={styles.fact}>{VISIT_NAME[member.eventTestType]}</td>
              <td className={styles.fact} data-label="T-shirt">
                {member.tShirtSize || '–'}
              </td>
              <td className={styles.state}>
                <span className={styles.status} data-status={member.eventTestStatus}>
                  {statusName(member.eventTestStatus, own ? undefined : (member.scoreRemoved ?? false))}
                </span>
              </td>
              <td className={styles.number} data-none={member.score === null || undefined}>
                {points(member.score)}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Stack>
  )
}

const whenText = ({ testDate, testTime }: Member, day: CivilDate) =>
  testDate === '' || testDate === day ? testTime : dateAndTime(testDate, testTime)

/** Whether the coach may see this athlete's results; programme delivery may accept for the athlete. */
function Access({ member, coach }: { member: Member; coach: string | null }) {
  const client = useQueryClient()
  const save = useOperation(async (accepted: boolean, key) => {
    await setCoachAccess({ coachUaid: coach ?? '', uaid: member.uaid, accepted }, key)
    await client.invalidateQueries({ queryKey: queryKeys.mine })
  })
  const open = member.coachAccess === 'accepted'
  return (
    <Cluster as="span" gap={[0, 3]} align="baseline">
      <span className={styles.quiet}>{ACCESS_WORD[member.coachAccess ?? 'asked']}</span>
      {coach !== null && (
        <button
          type="button"
          className={styles.vouch}
          aria-disabled={save.status === 'loading'}
          onClick={() => save.status !== 'loading' && void save.run(!open)}
        >
          {open ? 'Stop sharing' : 'Vouch for the coach'}
          <VisuallyHidden>: {fullName(member)}</VisuallyHidden>
        </button>
      )}
      {save.error && (
        <span className={styles.quiet} role="alert">
          {errorSentence(save.error)}
        </span>
      )}
    </Cluster>
  )
}
