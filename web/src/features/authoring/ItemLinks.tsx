import styles from './editor/ItemEditor.module.css'
import { itemHref } from './address'

/** Items by name, each with a link to its editor. */
export function ItemLinks({ items }: { items: readonly { id: string; name: string }[] }) {
  return (
    <ul className={styles.problems}>
      {items.map(({ id, name }) => (
        <li key={id}>
          <a href={itemHref(id)}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
