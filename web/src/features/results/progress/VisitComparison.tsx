import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnProgress } from '../../../api/types'
import { progressQuery } from './api'
import styles from './VisitComparison.module.css'
import { InTheField } from './InTheField'
import { ThenAndNow } from './ThenAndNow'

/** A visit against another one or the field, and where it stands. Needs one visit at least. */
export function VisitComparison({ visits }: Pick<OwnProgress, 'visits'>) {
  const newest = visits.at(-1)
  const [chosen, setChosen] = useState<string | null>(null)
  const [then, setThen] = useState<string | null>(null)
  const now = visits.find(({ eventBookingId }) => eventBookingId === chosen) ?? newest
  const asked = now === newest ? null : (now?.eventBookingId ?? null)
  const field = useQuery({ ...progressQuery(asked), placeholderData: keepPreviousData })
  if (!now) return null
  return (
    <div className={styles.beside}>
      {/* The field before stays until the next one is there: its medians name their season. */}
      <ThenAndNow
        visits={visits}
        now={now}
        onNow={setChosen}
        then={then}
        onThen={setThen}
        field={field.data?.field ?? null}
      />
      <div className={styles.field} aria-busy={field.isPlaceholderData || undefined}>
        <InTheField visit={now} query={field} />
      </div>
    </div>
  )
}
