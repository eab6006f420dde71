import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { queryKeys } from '../../api/queries'
import { Stack } from '../../components/layout/Stack'
import { useAlert } from '../../state/alert-store'
import { useOperation } from '../../state/use-operation'
import { deleteItem, authoringKeys, type ItemDetails } from './api'
import { useAuthoring } from './authoring-context'
import { LinkedFrom } from './LinkedFrom'
import { editorHref } from './address'
import { allUnsaved, dropKept } from './editor/unsaved'
import { changedOf } from './refusals'
import { RemovalDialog } from './RemovalDialog'

interface DeleteDialogProps {
  details: ItemDetails
  onClose: () => void
}

/** Deletes an item, or says what still refers to it. */
export function DeleteDialog({ details: { item, ready, linkedFrom }, onClose }: DeleteDialogProps) {
  const { library, uaid } = useAuthoring()
  const client = useQueryClient()
  const navigate = useNavigate()
  const show = useAlert((state) => state.show)
  const remove = useOperation(deleteItem, {
    onSuccess: async () => {
      for (const kept of allUnsaved(uaid, library, item.id)) dropKept(kept)
      await navigate({ href: editorHref({ section: 'content' }), ignoreBlocker: true })
      client.removeQueries({ queryKey: authoringKeys.item(item.id) })
      void client.invalidateQueries({ queryKey: authoringKeys.items })
      // The site in this window does not show it any more.
      void client.invalidateQueries({ queryKey: queryKeys.content })
      void client.invalidateQueries({ queryKey: queryKeys.config })
      show({ tone: 'good', message: `“${item.name}” is gone.` })
    },
    onError: (failure) => {
      if (changedOf(failure)) void client.invalidateQueries({ queryKey: authoringKeys.item(item.id) })
    },
  })
  return (
    <RemovalDialog
      title={`Delete “${item.name}”?`}
      yes="Delete it"
      no="Keep it"
      busy={remove.status === 'loading'}
      error={remove.error}
      onYes={() => void remove.run({ libraryId: library, id: item.id, rev: item.rev })}
      onClose={onClose}
    >
      <Stack gap={4}>
        <p>
          {ready && 'Visitors will not see it any more. '}You can bring it back: it is in the list of content
          under the status Deleted.
        </p>
        <LinkedFrom items={linkedFrom} />
      </Stack>
    </RemovalDialog>
  )
}
