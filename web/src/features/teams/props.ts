import type { ComponentType } from 'react'
import type { BookingType } from '../../api/types'
import type { CivilDate } from '../../academy/civil-date'
import type { InAddress } from '../../state/address'

/** A day and one of its times, as the picker of places holds it. */
export interface Place {
  date: CivilDate
  /** Null while only the day is chosen. */
  time: string | null
  /** The calendar's rules are lifted. */
  bypass: boolean
}

/** Chooses a place; another feature's component, passed in by the page. */
type PickPlace = ComponentType<{
  /** Some of a team may come for a test and others for a retest. */
  kind: BookingType | 'any'
  value: Place
  held: { date: string; time: string } | null
  /** Who is to be in the team, with their present places, and the places of those who leave. */
  team?: {
    people: readonly { uaid: string; name: string; at?: { date: string; time: string } | undefined }[]
    leaving: readonly { date: string; time: string }[]
  }
  onChange: (place: Place) => void
}>

export interface TeamsProps extends InAddress {
  /** Only a coach's own teams; otherwise everybody's, by dates and coach. */
  own?: boolean
  pickPlace: PickPlace
}
