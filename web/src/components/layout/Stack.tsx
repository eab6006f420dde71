import { classNames } from '../class-names'
import styles from './layout.module.css'
import { alignClass, gapClasses, type Align, type LayoutProps } from './layout'

interface StackProps extends LayoutProps {
  /** Of children in a row with each other, where its class sets columns. */
  align?: Align
  /** Rows stay at the top of a taller box. */
  top?: boolean
  /** Children keep their own width, at the start of the line. */
  start?: boolean
  /** Whether it may be narrower than its content; or its children may, or `all` of them. */
  shrink?: boolean | 'children' | 'all'
}

/** Children one below the other. */
export function Stack({
  as: Element = 'div',
  gap,
  align,
  top,
  start,
  shrink,
  className,
  ...rest
}: StackProps) {
  return (
    <Element
      className={classNames(
        styles.stack,
        ...gapClasses(gap),
        alignClass(align),
        top && styles.top,
        start && styles.start,
        (shrink === true || shrink === 'all') && styles.shrink,
        (shrink === 'children' || shrink === 'all') && styles.shrinkChildren,
        className,
      )}
      {...rest}
    />
  )
}
