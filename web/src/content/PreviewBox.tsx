import type { ReactNode } from 'react'
import { classNames } from '../components/class-names'
import text from '../components/text.module.css'
import styles from './PreviewBox.module.css'

/** What an author sees if visitors see nothing, or if a component cannot run in a preview. */
export function PreviewBox({
  title,
  tone = 'problem',
  children,
}: {
  title: string
  tone?: 'problem' | 'info'
  children: ReactNode
}) {
  return (
    <div role="note" className={classNames(styles.box, tone === 'info' && styles.info)}>
      <p className={text.title}>{title}</p>
      <p>{children}</p>
    </div>
  )
}
