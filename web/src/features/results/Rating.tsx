import { fieldShare, ratingText } from '../../academy/rating'
import { Stack } from '../../components/layout/Stack'
import { classNames } from '../../components/class-names'
import text from '../../components/text.module.css'
import styles from './Rating.module.css'

/** A rating beside points: how much of the season's field was left behind. Nothing without one. */
export function Rating({ percentile }: { percentile: number | null }) {
  const share = fieldShare(percentile)
  if (share === null) return null
  return (
    <Stack gap={2}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.share} style={{ inlineSize: `${Math.max(2, share)}%` }} />
      </span>
      <p className={classNames(text.noteFigures, text.snug)}>{ratingText(percentile)}</p>
    </Stack>
  )
}
