import { classNames } from './class-names'
import styles from './layout.module.css'
import { gapClasses, type LayoutProps } from './layout'

interface StackProps extends LayoutProps {
  /** Rows keep to the top of a box that is taller. */
  top?: boolean
  /** Children keep their own width, at the start of the line. */
  start?: boolean
  /** May be narrower than its content; or its children may be, or `all` of them. */
  shrink?: boolean | 'children' | 'all'
}

/** Children one under the other. */
export function Stack({ as: Element = 'div', gap, top, start, shrink, className, ...rest }: StackProps) {
  return (
    <Element
      className={classNames(
        styles.stack,
        ...gapClasses(gap),
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
