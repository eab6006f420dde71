import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '../../api/error-sentence'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { Form, FormButtons } from '../../components/form/Form'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/use-form'
import { useAlert } from '../../state/alert-store'
import { useOperation } from '../../state/use-operation'
import { authoringKeys, changeImage, deleteImage, type LibraryImage } from './api'
import { useAuthoring } from './authoring-context'
import styles from './ImageLibrary.module.css'
import { RemovalDialog } from './RemovalDialog'

interface PictureDialogProps {
  picture: LibraryImage
  onClose: () => void
  /** The picture is gone, and with it the button that opened this. */
  onDeleted: () => void
}

/** A picture's name and description, and the way to delete it. */
export function PictureDialog(props: PictureDialogProps) {
  const [deleting, setDeleting] = useState(false)
  return deleting ? (
    <DeletePicture {...props} />
  ) : (
    <ChangePicture {...props} onDelete={() => setDeleting(true)} />
  )
}

function ChangePicture({
  picture,
  onClose,
  onDelete,
}: Pick<PictureDialogProps, 'picture' | 'onClose'> & { onDelete: () => void }) {
  const { library } = useAuthoring()
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const { run } = useOperation(changeImage)
  const form = useForm({
    initial: { name: picture.name, alt: picture.altText },
    check: ({ name }) => (name.trim() ? [] : [{ field: 'name', message: 'Give the picture a name.' }]),
    send: async ({ name, alt }) => {
      const saved = await run({ libraryId: library, id: picture.id, name: name.trim(), altText: alt.trim() })
      if (!saved.ok) return [{ field: null, message: errorSentence(saved.error) }]
      await client.invalidateQueries({ queryKey: authoringKeys.images })
      onClose()
      show({ tone: 'good', message: `Saved: ${name.trim()}.` })
      return []
    },
    nameOf: (key) => `picture-${key}`,
  })
  return (
    <Dialog open onClose={onClose} title={picture.name}>
      <Form {...form.props} aria-label="Change the picture">
        <img
          src={picture.url}
          alt={picture.altText}
          className={styles.large}
          width={picture.width}
          height={picture.height}
        />
        <TextField label="Name" hint="For you and your colleagues." {...form.field('name')} />
        <TextField
          label="What it shows"
          hint="For people who cannot see it. Items that show the picture already keep the description that they have."
          optional
          {...form.field('alt')}
        />
        <FormButtons submit="Save" busy={form.busy} disabled={!form.changed} onLeave={onClose}>
          <Button variant="quiet" onClick={onDelete}>
            Delete the picture
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  )
}

function DeletePicture({ picture: { id, name }, onClose, onDeleted }: PictureDialogProps) {
  const { library } = useAuthoring()
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const remove = useOperation(deleteImage, {
    onSuccess: () => {
      onDeleted()
      void client.invalidateQueries({ queryKey: authoringKeys.images })
      show({ tone: 'good', message: `Deleted: ${name}.` })
    },
  })
  return (
    <RemovalDialog
      title={`Delete “${name}”?`}
      yes="Delete it"
      no="Keep it"
      busy={remove.status === 'loading'}
      error={remove.error}
      onYes={() => void remove.run({ libraryId: library, id })}
      onClose={onClose}
    >
      <p>It is deleted for good, in all its sizes. Earlier versions of items that showed it lose it too.</p>
    </RemovalDialog>
  )
}
