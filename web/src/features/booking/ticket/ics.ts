/** A calendar file (RFC 5545) for one booking, made in the browser. */

export interface CalendarEvent {
  /** Stays the same when the booking moves, so that calendars replace the old entry. */
  uid: string
  /** Rises with every change, so that calendars take the newest; null if it is not known. */
  sequence: number | null
  /** False for a request for assistance that has not been confirmed. */
  confirmed: boolean
  title: string
  place: string
  /** Where the ticket is. */
  url: string
  description: string
  /** Instants in milliseconds since the epoch. */
  startMs: number
  endMs: number
  stampMs: number
}

/** How long a visit takes from arrival to the sixth test, in minutes. */
const VISIT_MINUTES = 90

const MINUTE_MS = 60_000
const LINE_OCTETS = 75

const utcStamp = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`

const escapeText = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, (mark) => `\\${mark}`)
    .replace(/\r\n|\r|\n/g, '\\n')

/** Folds a content line at 75 octets, never inside a character. */
export function foldLine(line: string): string {
  const encoder = new TextEncoder()
  const parts: string[] = []
  let part = ''
  let octets = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (octets + size > LINE_OCTETS) {
      parts.push(part)
      part = ' '
      octets = 1
    }
    part += character
    octets += size
  }
  parts.push(part)
  return parts.join('\r\n')
}

/** The whole file as text, lines ended by CRLF. */
export function calendarFile(event: CalendarEvent): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Sixfold//Book a test//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    ...(event.sequence === null ? [] : [`SEQUENCE:${event.sequence}`]),
    `DTSTAMP:${utcStamp(event.stampMs)}`,
    `DTSTART:${utcStamp(event.startMs)}`,
    `DTEND:${utcStamp(event.endMs)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.place)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `URL:${event.url}`,
    `STATUS:${event.confirmed ? 'CONFIRMED' : 'TENTATIVE'}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(event.title)}`,
    'TRIGGER:-PT2H',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n')
}

/** When the visit that starts at `startMs` ends. */
export const visitEnd = (startMs: number): number => startMs + VISIT_MINUTES * MINUTE_MS
