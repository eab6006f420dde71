/** Addresses that open a calendar on the web with a booking filled in. */

import type { CalendarEvent } from './ics'

// Outlook shows a plus sign where a query has one for a space.
const address = (base: string, query: Readonly<Record<string, string>>): string =>
  `${base}?${Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`

const details = ({ description, url }: CalendarEvent) => `${description}\n${url}`

/** `2026-11-21T14:15:00Z`, whatever London's clocks show then. */
const instant = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`

export function googleCalendar(event: CalendarEvent): string {
  const [from, to] = [event.startMs, event.endMs].map((ms) => instant(ms).replace(/[-:]/g, ''))
  return address('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.title,
    dates: `${from}/${to}`,
    ctz: 'Europe/London',
    location: event.place,
    details: details(event),
  })
}

/** Personal accounts are on another host than those of schools and companies. */
export function outlookCalendar(event: CalendarEvent, host: 'live' | 'office'): string {
  return address(`https://outlook.${host}.com/calendar/0/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt: instant(event.startMs),
    enddt: instant(event.endMs),
    allday: 'false',
    location: event.place,
    body: details(event),
  })
}
