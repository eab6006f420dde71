import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import { Icon, type IconName } from '../graphics/Icon'
import styles from './Notice.module.css'
import text from '../text.module.css'

export type NoticeTone = 'info' | 'good' | 'problem'

const ICONS: Record<NoticeTone, IconName> = { info: 'info', good: 'check', problem: 'alert' }

export interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  /** Buttons or links at its foot. */
  actions?: ReactNode
  /** How it is announced when it appears: `status` politely, `alert` at once. */
  role?: 'status' | 'alert'
  className?: string
  children?: ReactNode
}

/** A few sentences set apart from the page's flow. */
export function Notice({ tone = 'info', title, actions, role, className, children }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[tone], className)} role={role}>
      <Icon name={ICONS[tone]} className={styles.icon} />
      <div className={styles.body}>
        {title && <p className={text.title}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </div>
  )
}

/** A line across the whole window, above the page: offline, maintenance. */
export function Banner({
  tone = 'problem',
  icon,
  children,
}: {
  tone?: NoticeTone
  icon?: IconName
  children: ReactNode
}) {
  return (
    <div className={classNames(styles.banner, styles[tone])} role="status">
      <Icon name={icon ?? ICONS[tone]} small />
      <span>{children}</span>
    </div>
  )
}
