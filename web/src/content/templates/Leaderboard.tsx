import { PageHead } from '../../features/content/page/PageHead'
import { isHeaded } from '../../first-html/traits'
import type { TemplateProps } from './props'
import styles from './Leaderboard.module.css'

/** The board below a short headline: its first rows are visible without scrolling. */
export function Leaderboard({ page, children }: TemplateProps) {
  return (
    <div className={styles.page}>
      {!isHeaded(page) && <PageHead page={page} />}
      {children}
    </div>
  )
}
