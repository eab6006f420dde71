import { shortDate } from '../../../academy/civil-date'
import { ActionDialog } from '../../../state/ActionDialog'
import { useOperation } from '../../../state/use-operation'
import { removeSeason, type ListedSeason } from './api'

export function RemoveSeasonDialog({ season, onClose }: { season: ListedSeason; onClose: () => void }) {
  const remove = useOperation(removeSeason, { onSuccess: onClose })
  return (
    <ActionDialog
      role="alertdialog"
      title={`Remove season ${season.season}?`}
      onClose={onClose}
      yes="Remove the season"
      no="Keep it"
      variant="danger"
      operation={remove}
      onYes={() => void remove.run({ season: season.season })}
    >
      <p>
        From {shortDate(season.start.slice(0, 10))} to {shortDate(season.end.slice(0, 10))}. Nobody has a
        final in it.
      </p>
    </ActionDialog>
  )
}
