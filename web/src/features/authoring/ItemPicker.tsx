import { useState } from 'react'
import { Dialog } from '../../components/Dialog'
import { EmptyState, Loading, Skeleton } from '../../components/States'
import { TextField } from '../../components/TextField'
import styles from './ItemPicker.module.css'
import { StatusChip } from './StatusChip'
import { useItemLines } from './use-item-names'
import type { ItemLine } from './wire'

/** Whether a reference may name such an item; an empty list lets everything in. */
export const isAllowed = (item: Pick<ItemLine, 'typeId' | 'kind'>, allow: readonly string[]): boolean =>
  allow.length === 0 || allow.includes(item.typeId) || allow.includes(`kind:${item.kind}`)

interface ItemPickerProps {
  title: string
  /** Type ids, or `kind:component`. */
  allow: readonly string[]
  /** Already there; shown last, with a word. */
  taken: readonly string[]
  onPick: (item: ItemLine) => void
  onClose: () => void
}

/** One item of the library, found by its name. */
export function ItemPicker({ title, allow, taken, onPick, onClose }: ItemPickerProps) {
  const [wanted, setWanted] = useState('')
  const { lines, complete } = useItemLines()
  const needle = wanted.trim().toLowerCase()
  const found = [...lines.values()]
    .filter((item) => isAllowed(item, allow))
    .filter((item) => `${item.name} ${item.type} ${item.id}`.toLowerCase().includes(needle))
    .sort((one, other) => Number(taken.includes(one.id)) - Number(taken.includes(other.id)))
  return (
    <Dialog open onClose={onClose} title={title} size="wide">
      <TextField
        label="Search"
        type="search"
        name="picker-search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      {found.length > 0 ? (
        <ul className={styles.list}>
          {found.map((item) => (
            <li key={item.id}>
              <button type="button" className={styles.choice} onClick={() => onPick(item)}>
                <span className={styles.name}>{item.name}</span>
                <span className={styles.meta}>
                  {item.type}
                  {taken.includes(item.id) && ' · on the list already'}
                </span>
                <StatusChip line={item} />
              </button>
            </li>
          ))}
        </ul>
      ) : complete ? (
        <EmptyState title="Nothing fits">Try another word, or create the item first.</EmptyState>
      ) : (
        <Loading label="Loading the items">
          <Skeleton height="3rem" />
          <Skeleton height="3rem" />
        </Loading>
      )}
    </Dialog>
  )
}
