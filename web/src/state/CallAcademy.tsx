import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../api/queries'
import type { EventConfig } from '../api/types'

const numberOf = ({ event }: EventConfig) => event.eventLocationContactNumber

/** “Call 020 7946 0123”; “Call the academy” until its number has loaded. */
export function CallAcademy() {
  const number = useQuery({ ...configQuery(), select: numberOf }).data
  if (!number) return 'Call the academy'
  return (
    <>
      Call <a href={`tel:${number.replace(/\s/g, '')}`}>{number}</a>
    </>
  )
}
