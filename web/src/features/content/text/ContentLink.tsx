import type { ReactNode } from 'react'
import { Button, LinkButton } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { localised } from '../../../paths'
import type { ContentLink as Target } from '../content-item'
import styles from './ContentLink.module.css'
import { useLinkAction } from './use-link-action'

interface ContentLinkTextProps {
  link: Target
  className?: string | undefined
  /** What to show instead of the link's own text. */
  children?: ReactNode
  /** Whether it leads to the current page. */
  current?: boolean
}

/** Where a link leads: an address, or a place on a page. */
const address = ({ url, action, target }: Target) =>
  action === 'scroll' ? `${url ? localised(url) : ''}#${target ?? ''}` : localised(url)

/** Whether a press does something here instead of opening an address. */
const acts = ({ action }: Target) => action !== undefined && action !== 'scroll'

/** An authored link in running text or around a card; the shell handles presses on our own addresses. */
export function ContentLinkText({ link, className, children, current }: ContentLinkTextProps) {
  if (acts(link)) return <ActionText link={link} className={className} children={children} />
  return (
    <a href={address(link)} className={className} {...(current ? { 'aria-current': 'page' as const } : {})}>
      {children ?? link.text}
    </a>
  )
}

function ActionText({ link, className, children }: ContentLinkTextProps) {
  const { run, busy } = useLinkAction(link)
  return (
    <button
      type="button"
      className={classNames(styles.action, className)}
      aria-disabled={busy || undefined}
      onClick={run}
    >
      {children ?? link.text}
    </button>
  )
}

interface ContentLinkButtonProps {
  link: Target
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'normal' | 'large'
}

/** An authored link as a button, whatever it does. */
export function ContentLinkButton({ link, ...look }: ContentLinkButtonProps) {
  if (acts(link)) return <ActionButton link={link} {...look} />
  return (
    <LinkButton href={address(link)} {...look}>
      {link.text}
    </LinkButton>
  )
}

function ActionButton({ link, ...look }: ContentLinkButtonProps) {
  const { run, busy } = useLinkAction(link)
  return (
    <Button busy={busy} onClick={run} {...look}>
      {link.text}
    </Button>
  )
}
