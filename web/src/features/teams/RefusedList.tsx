import { Stack } from '../../components/layout/Stack'
import { fullName } from '../../academy/names'
import styles from './TeamForm.module.css'
import type { RefusedMember } from './api'
import { reasonText } from './words'

interface RefusedListProps {
  refused: readonly RefusedMember[]
  people: readonly { uaid: string; firstName: string; lastName: string }[]
}

/** Who cannot be booked or removed, by name, and why. */
export function RefusedList({ refused, people }: RefusedListProps) {
  return (
    <Stack as="ul" gap={1} className={styles.refused}>
      {refused.map((one) => {
        const person = people.find(({ uaid }) => uaid === one.uaid)
        return (
          <li key={`${one.uaid} ${one.code}`}>
            <strong>{person ? fullName(person) : `No. ${one.uaid}`}:</strong> {reasonText(one)}
          </li>
        )
      })}
    </Stack>
  )
}
