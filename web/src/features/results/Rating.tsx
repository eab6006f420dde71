import { ratingText } from '../../academy/rating'
import { Stack } from '../../components/layout/Stack'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'
import styles from './Rating.module.css'

/** How much of a field was left behind, in percent, as a bar. */
export function Share({ share, className }: { share: number; className?: string | undefined }) {
  return (
    <span className={classNames(styles.track, className)} aria-hidden="true">
      <span className={styles.share} style={{ inlineSize: `${Math.max(2, share)}%` }} />
    </span>
  )
}

/** A rating beside points: how much of the season's field was left behind. Nothing without one, as in an answer kept from before. */
export function Rating({ betterThan = null }: { betterThan: number | null | undefined }) {
  if (betterThan === null) return null
  return (
    <Stack gap={2}>
      <Share share={betterThan} />
      <p className={classNames(text.noteFigures, text.snug)}>{ratingText(betterThan)}</p>
    </Stack>
  )
}
