import styles from './editor/ItemEditor.module.css'
import { itemAddress } from './place'

/** Items by name, each with a link to its editor. */
export function ItemLinks({ items }: { items: readonly { id: string; name: string }[] }) {
  return (
    <ul className={styles.problems}>
      {items.map(({ id, name }) => (
        <li key={id}>
          <a href={itemAddress(id)}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
