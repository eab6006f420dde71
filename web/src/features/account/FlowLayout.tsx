import { use, type ReactNode } from 'react'
import { Picture } from '../../components/graphics/Picture'
import { FlowArt } from './FlowArt'
import css from './FlowLayout.module.css'
import { FormPicture } from './use-authored'

interface FlowLayoutProps {
  /** A short line above the headline, such as "Step 2 of 9". */
  eyebrow?: string | undefined
  title: string
  lead?: ReactNode
  /** The share of the hexagon that is closed, 0 to 1. */
  share: number
  /** One or two characters in the middle of the hexagon. */
  mark?: string | undefined
  /** Above the headline: the position in the flow. */
  steps?: ReactNode
  children: ReactNode
}

/** Focuses a headline when it appears, so that a screen reader announces each new group of questions. */
function focusHeadline(node: HTMLHeadingElement | null) {
  if (node === null) return
  node.focus({ preventScroll: true })
  if (typeof window.scrollTo === 'function' && window.scrollY > 0)
    window.scrollTo({ top: 0, behavior: 'instant' })
}

/** The page template of login and sign-up: a drawing on the left, one group of questions on the right. */
export function FlowLayout({ eyebrow, title, lead, share, mark, steps, children }: FlowLayoutProps) {
  const picture = use(FormPicture)
  return (
    <div className={css.layout}>
      <div className={css.panel} data-done={share >= 1}>
        {picture ? (
          <Picture image={picture} sizes="(width >= 1024px) 40vw, 20rem" className={css.picture} priority />
        ) : (
          <FlowArt share={share} label={mark} />
        )}
      </div>
      <div className={css.content}>
        {steps}
        <header className={css.head}>
          {eyebrow !== undefined && <p className={css.eyebrow}>{eyebrow}</p>}
          <h1 key={title} ref={focusHeadline} tabIndex={-1} className={css.title}>
            {title}
          </h1>
          {lead !== undefined && <div className={css.lead}>{lead}</div>}
        </header>
        {children}
      </div>
    </div>
  )
}
