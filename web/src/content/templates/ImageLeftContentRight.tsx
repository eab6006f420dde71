import { lazy, Suspense } from 'react'
import { Actions } from '../../features/content/blocks/shared/Actions'
import { richOf, textOf } from '../../features/content/content-item'
import { Kicker } from '../../features/content/text/Kicker'
import { RichText } from '../../features/content/text/RichText'
import { isHeaded } from '../../first-html/traits'
import type { TemplateProps } from './props'
import textStyles from '../../components/text.module.css'
import { classNames } from '../../components/class-names'
import styles from './ImageLeftContentRight.module.css'

// Forms, which nearly all of these pages hold, draw a picture of their own.
const SidePanel = lazy(async () => ({
  default: (await import('../../features/content/blocks/shared/SidePanel')).SidePanel,
}))

/** A picture on the left, text or a form on the right. A form draws both sides itself. */
export function ImageLeftContentRight({ page, children }: TemplateProps) {
  if (isHeaded(page)) return children
  const { elements } = page
  return (
    <div className={styles.layout}>
      <div className={styles.picture}>
        <Suspense>
          <SidePanel elements={elements} />
        </Suspense>
      </div>
      <div className={styles.content}>
        <header className={styles.head}>
          <Kicker>{textOf(elements, 'kicker') || textOf(elements, 'title')}</Kicker>
          <h1 className={textStyles.h1}>{textOf(elements, 'headline')}</h1>
          <RichText
            content={richOf(elements, 'intro')}
            className={classNames(textStyles.intro, textStyles.lead)}
          />
          <Actions elements={elements} />
        </header>
        {children}
      </div>
    </div>
  )
}
