import { useQueryClient } from '@tanstack/react-query'
import { fullName } from '../../academy/names'
import { ActionDialog } from '../../state/ActionDialog'
import { counted } from '../../academy/numbers'
import { errorSentence } from '../../api/error-sentence'
import { queryKeys } from '../../api/queries'
import { detailsOf } from '../../api/refusal'
import { dateAndTime } from '../../academy/civil-date'
import { Notice } from '../../components/feedback/Notice'
import text from '../../components/text.module.css'
import { useAlert } from '../../state/alert-store'
import { useOperation } from '../../state/use-operation'
import { RefusedList } from './RefusedList'
import styles from './TeamForm.module.css'
import { deleteTeam, saveTeam, type Member, type Team } from './api'

export interface Ending {
  team: Team
  /** Whose bookings are cancelled. */
  leaving: readonly Member[]
  /** Who stays; null if the whole team is deleted. */
  staying: readonly Member[] | null
}

interface EndDialogProps extends Ending {
  onClose: () => void
  onEnded: () => void
}

const uaidsOf = (members: readonly Member[]) => members.map(({ uaid }) => uaid)

/** Cancels bookings of a team, or deletes the team, after a confirmation; all of it or nothing. */
export function EndDialog({ team, leaving, staying, onClose, onEnded }: EndDialogProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const { teamBookingId, teamName, testDate, testTime, rev } = team
  const end = useOperation(
    ({ uaids, ...seen }: { rev: number; uaids: string[] | null; opened: string[] }, key): Promise<unknown> =>
      uaids
        ? saveTeam({ teamBookingId, teamName, testDate, testTime, uaids, ...seen }, key)
        : deleteTeam({ teamBookingId, ...seen }, key),
  )
  const confirm = async () => {
    const outcome = await end.run({
      rev,
      uaids: staying && uaidsOf(staying),
      opened: uaidsOf([...leaving, ...(staying ?? [])]),
    })
    if (!outcome.ok) return
    const message = staying ? `Cancelled: ${counted(leaving.length, 'booking')}.` : `Deleted: ${teamName}.`
    show({ tone: 'good', message: leaving.length > 0 ? `${message} E-mails are on their way.` : message })
    onEnded()
  }
  const close = () => {
    // What was refused is out of date on the page behind, too.
    if (end.error) void client.invalidateQueries({ queryKey: queryKeys.mine })
    onClose()
  }
  const refused = detailsOf(end.error, 'TEAM_MEMBERS')?.members ?? []
  return (
    <ActionDialog
      role="alertdialog"
      title={staying ? `Cancel ${counted(leaving.length, 'booking')}?` : `Delete ${teamName}?`}
      onClose={close}
      yes={staying ? 'Yes, cancel' : 'Yes, delete'}
      no={`Keep ${staying ? 'the bookings' : 'the team'}`}
      variant="danger"
      busy={end.status === 'loading'}
      onYes={() => void confirm()}
    >
      {leaving.length > 0 ? (
        <>
          <p>This frees {leaving.length === 1 ? 'the place' : 'the places'}, and we write to:</p>
          <ul className={styles.leaving}>
            {leaving.map((person) => (
              <li key={person.uaid}>
                {fullName(person)}{' '}
                <span className={text.regular}>
                  {person.testDate ? dateAndTime(person.testDate, person.testTime) : 'No day yet'}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p>Nobody holds a place in it. What was tested stays in each athlete’s history.</p>
      )}
      {end.error && (
        <Notice tone="problem" role="alert" title={refused.length > 0 ? 'Nothing was changed' : undefined}>
          {refused.length > 0 ? (
            <RefusedList refused={refused} people={leaving} />
          ) : end.error.errorCode === 'TEAM_CHANGED' ? (
            'Someone else has changed this team meanwhile. Close this and look again.'
          ) : (
            errorSentence(end.error)
          )}
        </Notice>
      )}
    </ActionDialog>
  )
}
