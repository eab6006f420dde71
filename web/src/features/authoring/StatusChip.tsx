import { counted } from '../../academy/numbers'
import { classNames } from '../../components/class-names'
import styles from './StatusChip.module.css'
import type { ItemSummary } from './api'

type ItemVersion = Pick<ItemSummary, 'status' | 'rev'> & Partial<Pick<ItemSummary, 'readyRev'>>

/** Whether visitors see it, and whether there is a newer draft. */
function standing({ status, readyRev, rev }: ItemVersion): {
  is: 'ready' | 'newer' | 'draft'
  words: string
} {
  if (status === 'deleted') return { is: 'draft', words: 'Deleted' }
  if (status === 'takenDown') return { is: 'draft', words: 'Taken down' }
  if (status === 'ready') return { is: 'ready', words: 'Published' }
  if (readyRev !== undefined && readyRev !== null && readyRev !== rev)
    return { is: 'newer', words: 'Published, newer draft' }
  return { is: 'draft', words: 'Draft' }
}

export function StatusChip({ line }: { line: ItemVersion }) {
  const { is, words } = standing(line)
  return <span className={classNames(styles.chip, styles[is])}>{words}</span>
}

/** The number of problems. */
export function ProblemsChip({ count }: { count: number }) {
  if (count === 0) return null
  return <span className={classNames(styles.chip, styles.problems)}>{counted(count, 'problem')}</span>
}
