import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { LoadError } from '../../../state/LoadError'
import styles from './CardPicture.module.css'
import { sourceOf, wordsOf } from './drawing'
import { HEIGHT, WIDTH } from './templates'

interface CardPictureProps {
  card: UseQueryResult<string>
  /** The text alternative of a drawing that has none. */
  name: string
}

/** A card as the server has drawn it; downloads are made from the same drawing. */
export function CardPicture({ card, name }: CardPictureProps) {
  const svg = card.data
  const drawn = useMemo(
    () => (svg === undefined ? null : { source: sourceOf(svg), words: wordsOf(svg) }),
    [svg],
  )
  if (drawn)
    return (
      <img
        className={styles.picture}
        src={drawn.source}
        alt={drawn.words || name}
        width={WIDTH}
        height={HEIGHT}
        decoding="sync"
        draggable={false}
      />
    )
  if (card.isError) return <LoadError query={card} className={styles.failed} title="The card did not load" />
  return (
    <Loading label={`Drawing your ${name.toLowerCase()}`} className={styles.waiting}>
      <Skeleton height="100%" />
    </Loading>
  )
}
