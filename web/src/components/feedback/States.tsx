import type { ReactNode } from 'react'
import { Button } from '../Button'
import { classNames } from '../class-names'
import { Icon } from '../graphics/Icon'
import styles from './States.module.css'
import text from '../text.module.css'
import { VisuallyHidden } from '../layout/VisuallyHidden'

export interface EmptyStateProps {
  title: ReactNode
  /** The next step, as a button or a link. */
  action?: ReactNode
  children?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ title, action, children }: EmptyStateProps) {
  return (
    <div className={classNames(styles.state, styles.empty)}>
      <span className={styles.hexagon} aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      {children && <div className={text.intro}>{children}</div>}
      {action}
    </div>
  )
}

export interface ErrorStateProps {
  title?: ReactNode
  /** What happened and what to do: `errorSentence(error)` of the API. */
  message: ReactNode
  onRetry?: () => void
  retrying?: boolean
  className?: string
}

/** Says what failed and what to do, with a button to try again. */
export function ErrorState({
  title = 'That did not work',
  message,
  onRetry,
  retrying,
  className,
}: ErrorStateProps) {
  return (
    <div className={classNames(styles.state, className)} role="alert">
      <Icon name="alert" className={text.signal} />
      <p className={styles.title}>{title}</p>
      <div className={text.intro}>{message}</div>
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} busy={retrying}>
          <Icon name="refresh" small />
          Try again
        </Button>
      )}
    </div>
  )
}

export interface SkeletonProps {
  /** Any CSS length; it should be that of the content to come. */
  height?: string
  width?: string
}

/** A placeholder for content that is loading. Wrap a group of them in `Loading`. */
export function Skeleton({ height = '1.5em', width = '100%' }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={styles.skeleton} style={{ blockSize: height, inlineSize: width }} />
  )
}

/** A group of skeletons with its text for a screen reader. */
export function Loading({
  label = 'Loading',
  className,
  children,
}: {
  label?: string
  className?: string
  children: ReactNode
}) {
  return (
    <div className={classNames(styles.loading, className)} aria-busy="true">
      <VisuallyHidden live>{label}</VisuallyHidden>
      {children}
    </div>
  )
}
