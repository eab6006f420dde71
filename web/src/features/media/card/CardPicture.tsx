import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { LoadError } from '../../../state/LoadError'
import type { PlacedPhoto } from '../photo/photo'
import { placement } from '../photo/placement'
import styles from './CardPicture.module.css'
import { sourceOf, wordsOf } from './drawing'
import { STORY, type Format } from './formats'

interface CardPictureProps {
  /** What has to be known before it can be drawn. */
  needs?: UseQueryResult
  card: UseQueryResult<string>
  /** The text alternative of a drawing that has none. */
  name: string
  format?: Format
  behind?: PlacedPhoto | null
}

/** A card as the server has drawn it, over a photograph if any; downloads are made from the same two. */
export function CardPicture({ needs, card, name, format = STORY, behind }: CardPictureProps) {
  const svg = card.data
  const drawn = useMemo(
    () => (svg === undefined ? null : { source: sourceOf(svg), words: wordsOf(svg) }),
    [svg],
  )
  if (drawn)
    return (
      <div className={styles.card}>
        {behind && <Ground behind={behind} format={format} />}
        <img
          className={styles.picture}
          src={drawn.source}
          alt={drawn.words || name}
          width={format.width}
          height={format.height}
          decoding="sync"
          draggable={false}
        />
      </div>
    )
  const failed = needs?.isLoadingError ? needs : card
  if (failed.isError)
    return <LoadError query={failed} className={styles.failed} title="The card did not load" />
  return (
    <Loading label={`Drawing your ${name.toLowerCase()}`} className={styles.waiting}>
      <Skeleton height="100%" />
    </Loading>
  )
}

const percent = (share: number) => `${share * 100}%`

function Ground({ behind: { photo, crop }, format }: { behind: PlacedPhoto; format: Format }) {
  const { left, top, width, height } = placement(photo, format, crop)
  return (
    <img
      className={styles.photo}
      src={photo.url}
      alt=""
      decoding="sync"
      draggable={false}
      style={{
        insetInlineStart: percent(left),
        insetBlockStart: percent(top),
        inlineSize: percent(width),
        blockSize: percent(height),
      }}
    />
  )
}
