import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorSentence } from '../../api/error-sentence'
import { Button } from '../../components/Button'
import { focusAfter } from '../../components/focus-after'
import { Form, FormButtons } from '../../components/form/Form'
import { Stack } from '../../components/layout/Stack'
import { EmptyState, Loading, Skeleton } from '../../components/feedback/States'
import { TextField } from '../../components/form/TextField'
import { useForm } from '../../components/form/use-form'
import text from '../../components/text.module.css'
import { useAlert } from '../../state/alert-store'
import { LoadError } from '../../state/LoadError'
import { useOperation } from '../../state/use-operation'
import {
  authoringKeys,
  IMAGE_BYTES,
  IMAGE_TYPES,
  imagesQuery,
  uploadImage,
  type ImageWords,
  type LibraryImage,
} from './api'
import { useAuthoring } from './authoring-context'
import { Grid } from '../../components/layout/Grid'
import box from '../../components/layout/box.module.css'
import { classNames } from '../../components/class-names'
import styles from './ImageLibrary.module.css'
import { PictureDialog } from './PictureDialog'

/**
 * The library's pictures. With `onPick` one of them is chosen, and an uploaded one is chosen at once; without, each can
 * be renamed and deleted.
 */
export function ImageLibrary({ onPick }: { onPick?: (picture: LibraryImage) => void }) {
  const { library } = useAuthoring()
  const list = useInfiniteQuery(imagesQuery(library))
  const { data, isError, isFetching, hasNextPage, fetchNextPage } = list
  const pictures = data?.pages.flatMap((page) => page.images) ?? []
  const [opened, setOpened] = useState<LibraryImage | null>(null)
  const section = useRef<HTMLElement>(null)
  return (
    <Stack gap={5}>
      <UploadForm onDone={onPick} />
      <section ref={section} tabIndex={-1} aria-label="Pictures in the library">
        {pictures.length > 0 && (
          <ul className={styles.grid}>
            {pictures.map((picture) => (
              <Stack key={picture.id} as="li" gap={0}>
                <PictureCard picture={picture} onPick={onPick} onOpen={setOpened} />
              </Stack>
            ))}
          </ul>
        )}
        {data && pictures.length === 0 && (
          <EmptyState title="No pictures yet">Add the first one above.</EmptyState>
        )}
      </section>
      {hasNextPage && (
        <Button variant="secondary" busy={isFetching} onClick={() => void fetchNextPage()}>
          More pictures
        </Button>
      )}
      {isError && !data && <LoadError query={list} />}
      {!data && !isError && (
        <Loading label="Loading the pictures" className={styles.grid}>
          <Skeleton height="10rem" />
          <Skeleton height="10rem" />
          <Skeleton height="10rem" />
        </Loading>
      )}
      {opened && (
        <PictureDialog
          picture={opened}
          onClose={() => setOpened(null)}
          onDeleted={() =>
            focusAfter(
              () => setOpened(null),
              () => section.current,
            )
          }
        />
      )}
    </Stack>
  )
}

function PictureCard({
  picture,
  onPick,
  onOpen,
}: {
  picture: LibraryImage
  onPick: ((picture: LibraryImage) => void) | undefined
  onOpen: (picture: LibraryImage) => void
}) {
  const { url, name, altText, width, height, widths } = picture
  // The smallest size is enough here.
  const small = widths[0] === undefined ? url : url.replace(/\/\d+$/, `/${widths[0]}`)
  const content = (
    <>
      <img
        src={small}
        alt={altText}
        className={styles.picture}
        loading="lazy"
        width={width}
        height={height}
      />
      <span className={text.name}>{name}</span>
      <span className={text.note}>
        {width} × {height}
      </span>
    </>
  )
  if (!onPick)
    return (
      <div className={classNames(styles.face, box.box)}>
        {content}
        <Button
          variant="quiet"
          className={styles.change}
          aria-label={`Change or delete ${name}`}
          onClick={() => onOpen(picture)}
        >
          Change or delete
        </Button>
      </div>
    )
  return (
    <button
      type="button"
      className={classNames(styles.face, box.box)}
      onClick={() => onPick(picture)}
      aria-label={`Choose ${name}`}
    >
      {content}
    </button>
  )
}

interface Upload {
  file: File | undefined
  name: string
  alt: string
}

interface Sent {
  file: File
  /** Tells files apart: a retry is recognised by its JSON, in which a file is empty. */
  of: readonly [name: string, bytes: number, modified: number]
  words: ImageWords
}

const NOTHING: Upload = { file: undefined, name: '', alt: '' }

function problemWith(file: File | undefined): string | null {
  if (!file) return 'Choose a file first.'
  if (!IMAGE_TYPES.includes(file.type)) return 'We take PNG, JPEG and WebP pictures.'
  if (file.size > IMAGE_BYTES) return 'That picture is larger than 8 MB. Make it smaller and try again.'
  return null
}

/** The name that a picture gets until somebody types another. */
const nameFrom = (file: File | undefined): string => file?.name.replace(/\.\w+$/, '') ?? ''

function UploadForm({ onDone }: { onDone?: ((picture: LibraryImage) => void) | undefined }) {
  const { library } = useAuthoring()
  const client = useQueryClient()
  const show = useAlert((alert) => alert.show)
  const input = useRef<HTMLInputElement>(null)
  const { run } = useOperation(({ file, words }: Sent, key) => uploadImage(library, file, words, key))
  const form = useForm<Upload>({
    initial: NOTHING,
    check: ({ file, name }) => {
      const wrong = problemWith(file)
      return [
        ...(wrong ? [{ field: 'file', message: wrong }] : []),
        ...(name.trim() ? [] : [{ field: 'name', message: 'Give the picture a name.' }]),
      ]
    },
    send: async (sent) => {
      const { file, name, alt } = sent
      if (!file) return []
      const added = await run({
        file,
        of: [file.name, file.size, file.lastModified],
        words: { name: name.trim(), altText: alt.trim() },
      })
      if (!added.ok) return [{ field: null, message: errorSentence(added.error) }]
      const picture = added.data
      form.follow(NOTHING, sent)
      // Another file that was chosen meanwhile stays.
      if (input.current?.files?.[0] === file) input.current.value = ''
      await client.invalidateQueries({ queryKey: authoringKeys.images })
      if (onDone) onDone(picture)
      else show({ tone: 'good', message: `Added: ${picture.name}.` })
      return []
    },
    nameOf: (key) => `image-${key}`,
  })
  return (
    <Form
      aria-label="Add a picture"
      {...form.props}
      onSubmit={(event) => {
        // The dialog may be inside the item's own form.
        event.stopPropagation()
        form.props.onSubmit(event)
      }}
      className={classNames(styles.upload, box.box)}
    >
      <h2 className={text.h4}>Add a picture</h2>
      <TextField
        ref={input}
        label="Picture"
        hint="PNG, JPEG or WebP, 8 MB at most. The site makes the sizes it needs."
        name="image-file"
        type="file"
        accept={IMAGE_TYPES.join(',')}
        error={form.errorOf('file')}
        onChange={(event) => {
          const file = event.target.files?.[0]
          const typed = form.values.name !== nameFrom(form.values.file)
          form.set({ file, ...(!typed && { name: nameFrom(file) }) })
        }}
      />
      <Grid gap={4} least={14} fit>
        <TextField label="Name" hint="For you and your colleagues." {...form.field('name')} />
        <TextField
          label="What it shows"
          hint="For people who cannot see it."
          optional
          {...form.field('alt')}
        />
      </Grid>
      <FormButtons submit="Add the picture" variant={onDone ? 'secondary' : 'primary'} busy={form.busy} />
    </Form>
  )
}
