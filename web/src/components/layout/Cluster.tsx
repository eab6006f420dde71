import { classNames } from '../class-names'
import styles from './layout.module.css'
import { alignClass, gapClasses, type Align, type LayoutProps } from './layout'

interface ClusterProps extends LayoutProps {
  align?: Align
  /** The first child at the start of the line, the last at its end. */
  between?: boolean
  /** Children fill each line. */
  grow?: boolean
  /** All children stay on one line. */
  nowrap?: boolean
  /** As wide as its children, within a line of text. */
  inline?: boolean
}

/** Children side by side, wrapping onto further lines. */
export function Cluster({
  as: Element = 'div',
  gap,
  align,
  between,
  grow,
  nowrap,
  inline,
  className,
  ...rest
}: ClusterProps) {
  return (
    <Element
      className={classNames(
        inline ? styles.inline : styles.cluster,
        !nowrap && styles.wrap,
        ...gapClasses(gap),
        alignClass(align),
        between && styles.between,
        grow && styles.grow,
        className,
      )}
      {...rest}
    />
  )
}
