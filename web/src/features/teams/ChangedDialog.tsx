import { useQuery } from '@tanstack/react-query'
import { dateAndTime } from '../../academy/civil-date'
import { fullName } from '../../academy/names'
import { counted } from '../../academy/numbers'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import { Table } from '../../components/table/Table'
import styles from './TeamForm.module.css'
import type { TeamDraft } from './draft'
import { allCoachesQuery, type CurrentTeam } from './api'

interface ChangedDialogProps {
  mine: TeamDraft
  /** The version that somebody else has saved meanwhile. */
  theirs: CurrentTeam
  /** Whether it is a coach's own team, whose coach need not be compared. */
  own: boolean
  busy: boolean
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}

/** Two edits of a team: both versions side by side, and a choice between them. */
export function ChangedDialog({ mine, theirs, own, busy, onMine, onTheirs, onClose }: ChangedDialogProps) {
  const { data } = useQuery({ ...allCoachesQuery(), enabled: !own })
  const coach = (uaid: string | null) => {
    if (!uaid) return 'No coach'
    if (uaid === theirs.coachUaid && theirs.coachName) return theirs.coachName
    const known = data?.find((one) => one.uaid === uaid)
    return known ? fullName(known) : `No. ${uaid}`
  }
  const name = (uaid: string) => {
    const known = mine.people.find((person) => person.uaid === uaid)
    return known ? fullName(known) : `No. ${uaid}`
  }
  const uaids = mine.people.map(({ uaid }) => uaid)
  const missing = theirs.uaids.filter((uaid) => !uaids.includes(uaid))
  const added = uaids.filter((uaid) => !theirs.uaids.includes(uaid))
  const rows = [
    { label: 'Name', mine: mine.name.trim(), theirs: theirs.teamName },
    ...(own ? [] : [{ label: 'Coach', mine: coach(mine.coach), theirs: coach(theirs.coachUaid) }]),
    {
      label: 'When',
      mine: dateAndTime(mine.place.date, mine.place.time),
      theirs: dateAndTime(theirs.testDate, theirs.testTime),
    },
    {
      label: 'Athletes',
      mine: counted(uaids.length, 'athlete'),
      theirs: counted(theirs.uaids.length, 'athlete'),
    },
    { label: 'Only here', mine: added.map(name).join(', '), theirs: missing.map(name).join(', ') },
  ]
  return (
    <Dialog
      open
      role="alertdialog"
      title="Someone else has changed this team"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onTheirs}>Take theirs</Button>
          <Button variant="danger" busy={busy} onClick={onMine}>
            Save mine over it
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Carry on editing
          </Button>
        </>
      }
    >
      <Table
        look="versions"
        columns={[{ label: <VisuallyHidden>Detail</VisuallyHidden> }, 'Yours', 'Theirs']}
        className={styles.versions}
      >
        <tbody>
          {rows
            .filter((row) => row.mine !== '' || row.theirs !== '')
            .map((row) => (
              <tr key={row.label} data-differs={row.mine !== row.theirs}>
                <th scope="row">{row.label}</th>
                <td>{row.mine || '–'}</td>
                <td>{row.theirs || '–'}</td>
              </tr>
            ))}
        </tbody>
      </Table>
    </Dialog>
  )
}
