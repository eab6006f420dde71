import type { ReactNode } from 'react'
import { localised } from '../../paths'
import type { ContentLink as Target } from './content-item'

interface ContentLinkTextProps {
  link: Target
  className?: string | undefined
  /** What to show instead of the link's own text. */
  children?: ReactNode
}

/** An authored link as running text or round a card; the shell turns presses on our own addresses into page changes. */
export function ContentLinkText({ link, className, children }: ContentLinkTextProps) {
  return (
    <a href={localised(link.url)} className={className}>
      {children ?? link.text}
    </a>
  )
}
