import { classNames } from '../../../components/class-names'
import { Icon } from '../../../components/graphics/Icon'
import touch from '../../../components/touch.module.css'
import { editorHref } from '../address'
import styles from './EditorHead.module.css'

/** From an item back to the list of content. */
export function BackToList() {
  return (
    <a href={editorHref({ section: 'content' })} className={classNames(styles.back, touch.line)}>
      <Icon name="arrowLeft" small />
      All content
    </a>
  )
}
