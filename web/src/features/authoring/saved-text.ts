import { dayMonthYear } from '../../academy/civil-date'
import { londonDateTime } from '../../academy/london'

/** `3 Dec 2026, 09:30`; empty if nothing was saved. */
export const savedText = (iso: string | undefined): string =>
  iso === undefined || Number.isNaN(Date.parse(iso)) ? '' : londonDateTime(iso, dayMonthYear)
