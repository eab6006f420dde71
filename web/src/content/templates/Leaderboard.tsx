import { PageHead } from '../../features/content/PageHead'
import { isHeaded } from '../../first-html/traits'
import type { TemplateProps } from './props'
import styles from './Leaderboard.module.css'

/** The board under a short headline: the rows begin on the first screen. */
export function Leaderboard({ page, children }: TemplateProps) {
  return (
    <div className={styles.page}>
      {!isHeaded(page) && <PageHead page={page} />}
      {children}
    </div>
  )
}
