import { shortDate } from '../../academy/civil-date'
import { counted } from '../../academy/numbers'
import { Table } from '../../components/table/Table'
import table from '../../components/table/Table.module.css'
import styles from './TeamTable.module.css'
import type { Team } from './api'
import { timesText } from './words'

interface TeamTableProps {
  title: string
  teams: readonly Team[]
  showCoach: boolean
  onOpen: (id: string) => void
}

/** Teams with their day and size; a name opens the team. */
export function TeamTable({ title, teams, showCoach, onOpen }: TeamTableProps) {
  return (
    <Table
      look="rows"
      caption={title}
      captionClass={styles.caption}
      columns={['Day', 'Time', 'Team', ...(showCoach ? ['Coach'] : []), 'Athletes', 'Tested']}
      className={styles.table}
    >
      <tbody>
        {teams.map((team) => (
          <tr key={team.teamBookingId}>
            <td className={styles.day}>{shortDate(team.testDate)}</td>
            <td className={styles.time}>{timesText(team)}</td>
            <th scope="row" className={styles.who}>
              <button type="button" className={table.opener} onClick={() => onOpen(team.teamBookingId)}>
                {team.teamName}
              </button>
            </th>
            {showCoach && (
              <td className={styles.coach} data-none={team.coachName === '' || undefined}>
                {team.coachName || 'Nobody’s'}
              </td>
            )}
            <td className={styles.count}>{counted(team.members, 'athlete')}</td>
            <td className={styles.count} data-none={team.completed === 0 || undefined}>
              {team.completed === 0 ? '–' : `${team.completed} tested`}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
