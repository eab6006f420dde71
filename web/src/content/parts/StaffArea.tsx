import type { ReactNode } from 'react'
import { Cluster } from '../../components/Cluster'
import text from '../../components/text.module.css'
import { RichText } from '../../features/content/RichText'
import { richOf, textOf } from '../../features/content/content-item'
import type { PartProps } from '../../first-html/part'
import styles from './DeliveryAdmin.module.css'

interface StaffAreaProps extends PartProps {
  /** Stands beside the headline: the sections of an area that has some. */
  sections?: ReactNode
  children: ReactNode
}

/** An area of staff: daylight, one headline, what it is about. */
export function StaffArea({ item, page, sections, children }: StaffAreaProps) {
  return (
    <div data-theme="light" className={styles.area}>
      <div className={styles.inner}>
        <Cluster as="header" gap={[3, 6]} align="center" between>
          <h1 className={text.h3}>
            {textOf(item.elements, 'headline') || textOf(page.elements, 'headline') || page.name}
          </h1>
          {sections}
        </Cluster>
        <RichText content={richOf(item.elements, 'text')} />
        {children}
      </div>
    </div>
  )
}
