import { useState } from 'react'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/dialog/Dialog'
import { Icon } from '../../components/graphics/Icon'
import { EmptyState, Loading, Skeleton } from '../../components/feedback/States'
import { TextField } from '../../components/form/TextField'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { LoadError } from '../../state/LoadError'
import { isAllowed } from './allowed'
import { CreateDialog } from './CreateDialog'
import styles from './ItemPicker.module.css'
import { StatusChip } from './StatusChip'
import { useItemLines } from './use-item-names'
import box from '../../components/layout/box.module.css'
import { classNames } from '../../components/class-names'
import type { ItemSummary } from './api'

interface ItemPickerProps {
  title: string
  /** Type ids, or `kind:component`. */
  allow: readonly string[]
  /** Already used; listed last, with a note. */
  taken: readonly string[]
  onPick: (item: Pick<ItemSummary, 'id'>) => void
  onClose: () => void
}

/** An item of the library, searched by name. */
export function ItemPicker({ title, allow, taken, onPick, onClose }: ItemPickerProps) {
  const [wanted, setWanted] = useState('')
  const [creating, setCreating] = useState(false)
  const { lines, complete, failed } = useItemLines()
  const needle = wanted.trim().toLowerCase()
  const found = [...lines.values()]
    .filter((item) => isAllowed(item, allow))
    .filter((item) => `${item.name} ${item.type} ${item.id}`.toLowerCase().includes(needle))
    .sort((one, other) => Number(taken.includes(one.id)) - Number(taken.includes(other.id)))
  if (creating)
    return (
      <CreateDialog allow={allow} onCreated={(id) => onPick({ id })} onClose={() => setCreating(false)} />
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="wide"
      actions={
        <Button variant="secondary" onClick={() => setCreating(true)}>
          <Icon name="plus" small />
          Create a new one
        </Button>
      }
    >
      <TextField
        label="Search"
        type="search"
        name="picker-search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      {found.length > 0 && (
        <Stack as="ul" gap={2} className={styles.list}>
          {found.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className={classNames(styles.choice, box.box)}
                onClick={() => onPick(item)}
              >
                <span className={classNames(styles.name, text.name)}>{item.name}</span>
                <span className={text.note}>
                  {item.type}
                  {taken.includes(item.id) && ' · on the list already'}
                </span>
                <StatusChip line={item} />
              </button>
            </li>
          ))}
        </Stack>
      )}
      {failed ? (
        <LoadError query={failed} />
      ) : found.length > 0 ? null : complete ? (
        <EmptyState title="Nothing fits">Try another word, or create a new one.</EmptyState>
      ) : (
        <Loading label="Loading the items">
          <Skeleton height="3rem" />
          <Skeleton height="3rem" />
        </Loading>
      )}
    </Dialog>
  )
}
