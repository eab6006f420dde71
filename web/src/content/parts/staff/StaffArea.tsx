import type { ReactNode } from 'react'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { RichText } from '../../../features/content/text/RichText'
import { richOf, textOf } from '../../../features/content/content-item'
import type { PartProps } from '../../../first-html/part'
import styles from './DeliveryAdmin.module.css'

interface StaffAreaProps extends PartProps {
  /** Beside the headline: the sections of an area that has some. */
  sections?: ReactNode
  children: ReactNode
}

/** A staff area: light theme, one headline, an introduction. */
export function StaffArea({ item, page, sections, children }: StaffAreaProps) {
  return (
    <div data-theme="light" className={styles.area}>
      <Stack gap={5} className={styles.inner}>
        <Cluster as="header" gap={[3, 6]} align="center" between>
          <h1 className={text.h3}>
            {textOf(item.elements, 'headline') || textOf(page.elements, 'headline') || page.name}
          </h1>
          {sections}
        </Cluster>
        <RichText content={richOf(item.elements, 'text')} />
        {children}
      </Stack>
    </div>
  )
}
