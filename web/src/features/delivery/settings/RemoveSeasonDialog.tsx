import { errorSentence } from '../../../api/errors'
import { shortDate } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Notice } from '../../../components/Notice'
import { useOperation } from '../../../state/use-operation'
import { removeSeason, type ListedSeason } from './api'

/** The question before a season goes, and its going. */
export function RemoveSeasonDialog({ season, onClose }: { season: ListedSeason; onClose: () => void }) {
  const remove = useOperation(removeSeason)
  const confirm = async () => {
    const outcome = await remove.run(season.season)
    if (outcome.ok) onClose()
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title={`Remove season ${season.season}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="danger" busy={remove.status === 'loading'} onClick={() => void confirm()}>
            Remove the season
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <p>
        From {shortDate(season.start.slice(0, 10))} to {shortDate(season.end.slice(0, 10))}. Nobody has a
        final in it.
      </p>
      {remove.error && (
        <Notice tone="problem" role="alert">
          {errorSentence(remove.error)}
        </Notice>
      )}
    </Dialog>
  )
}
