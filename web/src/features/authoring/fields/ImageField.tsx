import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { Cluster } from '../../../components/layout/Cluster'
import { Dialog } from '../../../components/dialog/Dialog'
import { TextField } from '../../../components/form/TextField'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { imagesQuery, type LibraryImage } from '../api'
import { useAuthoring } from '../authoring-context'
import { ImageLibrary } from '../ImageLibrary'
import { errorAt, errorWithin, type FieldProps } from './field'
import styles from './fields.module.css'
import { Grid } from '../../../components/layout/Grid'
import { Labelled } from './Labelled'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A picture of the library, its description, and the target of its link. */
export function ImageField({ spec, place, value, onChange, problems }: FieldProps) {
  const [picking, setPicking] = useState(false)
  const id = textOf(value?.id)
  const picture = usePicture(id)
  const change = (changed: Record<string, string>) => {
    const { linkURL, altText, ...rest } = {
      id,
      altText: textOf(value?.altText),
      linkURL: textOf(value?.linkURL),
      ...changed,
    }
    onChange({ elementType: 'image', ...rest, altText, ...(linkURL ? { linkURL } : {}) })
  }
  const error = (key: string) => errorWithin(problems, `${place}.${key}`)
  return (
    <Labelled spec={spec} place={place} error={errorAt(problems, place) ?? error('id')}>
      {value ? (
        <Stack gap={4} className={styles.inset}>
          <Cluster gap={4} align="center">
            {picture ? (
              <img src={picture.url} alt="" className={styles.thumb} loading="lazy" />
            ) : (
              picture === null && (
                <p className={classNames(text.small, text.problem)}>
                  This picture is not in the library. Pages leave it out.
                </p>
              )
            )}
            <div>
              <p className={text.name}>{picture?.name ?? id}</p>
              {picture && (
                <p className={text.note}>
                  {picture.width} × {picture.height}
                </p>
              )}
            </div>
          </Cluster>
          <Grid gap={3} least={14} fit align="end">
            <TextField
              label="What it shows"
              hint="For people who cannot see it. Leave it empty if the picture is only decoration."
              optional
              name={`${place}.altText`}
              value={textOf(value.altText)}
              error={error('altText')}
              onChange={(event) => change({ altText: event.target.value })}
            />
            <TextField
              label="Link"
              hint="Where it links to."
              optional
              name={`${place}.linkURL`}
              value={textOf(value.linkURL)}
              error={error('linkURL')}
              spellCheck={false}
              onChange={(event) => change({ linkURL: event.target.value.trim() })}
            />
          </Grid>
          <Cluster gap={[2, 3]} align="center">
            <Button variant="secondary" onClick={() => setPicking(true)}>
              Choose another
            </Button>
            <Button variant="quiet" onClick={() => onChange(undefined)}>
              Take it away
            </Button>
          </Cluster>
        </Stack>
      ) : (
        <Cluster gap={[2, 3]} align="center">
          <Button variant="secondary" onClick={() => setPicking(true)}>
            Choose a picture
          </Button>
        </Cluster>
      )}
      <Dialog open={picking} onClose={() => setPicking(false)} title="Choose a picture" size="wide">
        <ImageLibrary
          onPick={(chosen) => {
            change({ id: chosen.id, altText: chosen.altText })
            setPicking(false)
          }}
        />
      </Dialog>
    </Labelled>
  )
}

/** A picture of the library; null if it has none with that id, undefined until that is known. */
function usePicture(id: string): LibraryImage | null | undefined {
  const { library } = useAuthoring()
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    imagesQuery(library),
  )
  const picture = data?.pages.flatMap((page) => page.images).find((found) => found.id === id)
  const further = id !== '' && data !== undefined && !picture && hasNextPage
  useEffect(() => {
    if (further && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [further, isFetching, isFetchNextPageError, fetchNextPage])
  return picture ?? (data && !further ? null : undefined)
}
