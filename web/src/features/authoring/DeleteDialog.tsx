import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { errorSentence } from '../../api/error-sentence'
import { detailsOf } from '../../api/refusal'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { Notice } from '../../components/feedback/Notice'
import { useAlert } from '../../state/alert-store'
import { deleteItem, authoringKeys, type Item } from './api'
import { useAuthoring } from './authoring-context'
import styles from './editor/ItemEditor.module.css'
import { itemAddress, placeAddress } from './place'
import { keepUnsaved } from './editor/unsaved'

interface DeleteDialogProps {
  item: Item
  /** Whether visitors see a version of it. */
  ready: boolean
  onClose: () => void
}

/** Deletes an item, or says what still refers to it. */
export function DeleteDialog({ item, ready, onClose }: DeleteDialogProps) {
  const { library, uaid } = useAuthoring()
  const client = useQueryClient()
  const navigate = useNavigate()
  const show = useAlert((state) => state.show)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => deleteItem(library, item.id, item.rev),
    onSuccess: async () => {
      keepUnsaved(uaid, library, item.id, null)
      await navigate({ href: placeAddress({ section: 'content' }), ignoreBlocker: true })
      client.removeQueries({ queryKey: authoringKeys.item(item.id) })
      void client.invalidateQueries({ queryKey: authoringKeys.items })
      show({ tone: 'good', message: `“${item.name}” is gone.` })
    },
  })
  const users = detailsOf(error, 'CONTENT_IN_USE')?.usedBy ?? []
  return (
    <Dialog
      open
      role="alertdialog"
      onClose={onClose}
      title={`Delete “${item.name}”?`}
      actions={
        users.length > 0 ? (
          <Button onClick={onClose}>All right</Button>
        ) : (
          <>
            <Button variant="danger" busy={isPending} onClick={() => mutate()}>
              Delete it
            </Button>
            <Button variant="quiet" onClick={onClose}>
              Keep it
            </Button>
          </>
        )
      }
    >
      {users.length > 0 ? (
        <Notice tone="problem" role="alert" title="It is still in use">
          <p>Take it out of these first:</p>
          <ul className={styles.problems}>
            {users.map(({ id, name }) => (
              <li key={id}>
                <a href={itemAddress(id)}>{name}</a>
              </li>
            ))}
          </ul>
        </Notice>
      ) : error ? (
        <Notice tone="problem" role="alert">
          {errorSentence(error)}
        </Notice>
      ) : (
        <p>
          {ready && 'Visitors will not see it any more. '}You can bring it back: it is in the list of content
          under the status Deleted.
        </p>
      )}
    </Dialog>
  )
}
