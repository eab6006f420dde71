import type { CSSProperties } from 'react'
import { classNames } from '../class-names'
import styles from './layout.module.css'
import { alignClass, gapClasses, type Align, type LayoutProps } from './layout'

interface GridProps extends LayoutProps {
  /** The least width of a column, in rem. */
  least: number
  /** Few children share the whole width, instead of leaving columns empty. */
  fit?: boolean
  align?: Align
}

/** Children in as many columns of equal width as there is room for. */
export function Grid({ as: Element = 'div', gap, least, fit, align, className, style, ...rest }: GridProps) {
  return (
    <Element
      className={classNames(
        styles.stack,
        fit ? styles.fit : styles.fill,
        ...gapClasses(gap),
        alignClass(align),
        className,
      )}
      style={{ '--least': `${least}rem`, ...style } as CSSProperties}
      {...rest}
    />
  )
}
