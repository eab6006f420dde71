import type { ReactNode } from 'react'
import { RichText } from '../../features/content/RichText'
import { richOf, textOf } from '../../features/content/content-item'
import type { PartProps } from '../part'
import styles from './DeliveryAdmin.module.css'

/** An area of staff: daylight, one headline, what it is about. */
export function StaffArea({ item, page, children }: PartProps & { children: ReactNode }) {
  return (
    <div data-theme="light" className={styles.area}>
      <div className={styles.inner}>
        <header className={styles.head}>
          <h1 className={styles.title}>
            {textOf(item.elements, 'headline') || textOf(page.elements, 'headline') || page.name}
          </h1>
        </header>
        <RichText content={richOf(item.elements, 'text')} />
        {children}
      </div>
    </div>
  )
}
