import { useQueryClient } from '@tanstack/react-query'
import { Stack } from '../../components/layout/Stack'
import { localised } from '../../paths'
import { useAlert } from '../../state/alert-store'
import { useOperation } from '../../state/use-operation'
import { authoringKeys, takeDownItem, type Item, type ItemDetails } from './api'
import { useAuthoring } from './authoring-context'
import { pagePath } from './elements'
import { LinkedFrom } from './LinkedFrom'
import { changedOf } from './refusals'
import { RemovalDialog } from './RemovalDialog'

interface TakeDownDialogProps {
  details: ItemDetails
  /** The revision that the editor has in front of them. */
  rev: number
  onClose: () => void
  onDone: (item: Item) => void
}

/** Takes a published item down, or says what keeps it up. */
export function TakeDownDialog({ details, rev, onClose, onDone }: TakeDownDialogProps) {
  const { item, ready, linkedFrom } = details
  const { library } = useAuthoring()
  const client = useQueryClient()
  const show = useAlert((state) => state.show)
  const takeDown = useOperation(takeDownItem, {
    onSuccess: (taken) => {
      onDone(taken)
      show({ tone: 'good', message: `“${item.name}” is taken down. Visitors do not see it any more.` })
    },
    onError: (failure) => {
      // The form follows unless there is something unsaved in it, which the next save merges.
      if (changedOf(failure)) void client.invalidateQueries({ queryKey: authoringKeys.item(item.id) })
    },
  })
  return (
    <RemovalDialog
      title={`Take “${item.name}” down?`}
      yes="Take it down"
      no="Leave it up"
      busy={takeDown.status === 'loading'}
      error={takeDown.error}
      onYes={() => void takeDown.run({ libraryId: library, id: item.id, rev })}
      onClose={onClose}
    >
      <Stack gap={4}>
        <p>
          {whatHappens(item, ready)} Its text and its history stay here, and it is back as soon as you publish
          it again.
        </p>
        <LinkedFrom items={linkedFrom} />
      </Stack>
    </RemovalDialog>
  )
}

function whatHappens(item: Item, ready: ItemDetails['ready']): string {
  if (item.typeId === 'letter') return 'This e-mail is sent in its original words from now on.'
  const path = ready ? pagePath(ready) : null
  if (path === null) return 'Visitors stop seeing it at once.'
  return `Visitors stop seeing it at once: ${localised(path)} says that the page cannot be found, and searches leave it out.`
}
