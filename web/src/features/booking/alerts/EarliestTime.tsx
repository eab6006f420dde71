import { useEffect, useMemo, useRef, type RefObject } from 'react'
import { dateAndTime, longDay } from '../../../academy/civil-date'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import type { SlotKey } from '../calendar/places'
import type { Book } from '../use-book'
import styles from './TimeAlerts.module.css'

interface EarliestTimeProps {
  book: Book
  choice: { date: string; time: string | null }
  /** What has the list of times in it, one of which is focused. */
  page: RefObject<HTMLElement | null>
  onChoose: (slot: SlotKey) => void
}

/** The earliest time that can be booked (RULES 3.13), and the way there. Nothing if there is none. */
export function EarliestTime({ book, choice, page, onChoose }: EarliestTimeProps) {
  const earliest = useMemo(() => book.earliest(), [book])
  const follow = useRef(false)
  useEffect(() => {
    if (!follow.current || choice.time === null) return
    follow.current = false
    page.current?.querySelector<HTMLElement>(`[data-time="${choice.time}"]`)?.focus()
  }, [choice, page])
  if (earliest === null) return null
  return (
    <Button
      variant="quiet"
      className={styles.earliest}
      onClick={() => {
        follow.current = true
        onChoose(earliest)
      }}
    >
      <Icon name="clock" small />
      <span>
        Earliest free: <strong>{dateAndTime(earliest.date, earliest.time, longDay)}</strong>
      </span>
    </Button>
  )
}
