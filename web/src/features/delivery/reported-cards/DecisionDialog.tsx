import { useQueryClient } from '@tanstack/react-query'
import { fullName } from '../../../academy/names'
import { errorSentence } from '../../../api/error-sentence'
import { queryKeys } from '../../../api/queries'
import { ActionDialog } from '../../../state/ActionDialog'
import { useAlert } from '../../../state/alert-store'
import { useOperation } from '../../../state/use-operation'
import { decideOnCard, type Decision, type ReportedCard } from './api'

interface DecisionDialogProps {
  report: ReportedCard
  decision: Decision
  onClose: () => void
}

/** Keeps a reported card public or takes it down, after a confirmation. */
export function DecisionDialog({ report, decision, onClose }: DecisionDialogProps) {
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const decide = useOperation(decideOnCard)
  const name = fullName(report.athlete)
  const down = decision === 'takeDown'
  const confirm = async () => {
    const outcome = await decide.run({ shareId: report.shareId, decision, reports: report.reports })
    if (outcome.ok) {
      const message = down ? `Taken down. An e-mail to ${name} is on its way.` : 'Kept. The report is closed.'
      show({ tone: 'good', message })
    } else if (outcome.error.status === 404) {
      show({ tone: 'info', message: 'That card is gone, or a colleague has decided already.' })
    } else if (outcome.error.status === 409) {
      // It has been reported again: the list shows what there is to decide about now.
      show({ tone: 'info', message: errorSentence(outcome.error) })
    } else return
    void client.invalidateQueries({ queryKey: queryKeys.mine })
    onClose()
  }
  return (
    <ActionDialog
      role="alertdialog"
      title={down ? `Take down the card of ${name}?` : `Keep the card of ${name}?`}
      onClose={onClose}
      yes={down ? 'Take it down' : 'Keep it public'}
      no="Go back"
      variant={down ? 'danger' : 'primary'}
      operation={decide}
      onYes={() => void confirm()}
    >
      <p>
        {down
          ? `Its page is gone at once${report.hasPhoto ? ', the photograph is deleted and cannot be shared again' : ''}. The athlete gets an e-mail that says so. This cannot be undone.`
          : 'It stays public and this report is closed. If somebody reports it again, it comes back here.'}
      </p>
    </ActionDialog>
  )
}
