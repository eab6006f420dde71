import { shortDate } from '../../academy/civil-date'
import { counted } from '../../academy/numbers'
import styles from './TeamTable.module.css'
import type { Team } from './wire'
import { timesText } from './words'

interface TeamTableProps {
  title: string
  teams: readonly Team[]
  showCoach: boolean
  onOpen: (id: string) => void
}

/** Teams with their day and how many are in them; a name opens its team. */
export function TeamTable({ title, teams, showCoach, onOpen }: TeamTableProps) {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Time</th>
          <th scope="col">Team</th>
          {showCoach && <th scope="col">Coach</th>}
          <th scope="col">Athletes</th>
          <th scope="col">Tested</th>
        </tr>
      </thead>
      <tbody>
        {teams.map((team) => (
          <tr key={team.teamBookingId}>
            <td className={styles.day}>{shortDate(team.testDate)}</td>
            <td className={styles.time}>{timesText(team)}</td>
            <th scope="row" className={styles.who}>
              <button type="button" className={styles.name} onClick={() => onOpen(team.teamBookingId)}>
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
    </table>
  )
}
