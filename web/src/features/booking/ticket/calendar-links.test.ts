import { describe, expect, it } from 'vitest'
import { googleCalendar, outlookCalendar } from './calendar-links'
import { visitEnd, type CalendarEvent } from './ics'

const event = (start: string): CalendarEvent => ({
  uid: 'b1@sixfold.example',
  sequence: 0,
  confirmed: true,
  title: 'Sixfold retest & more',
  place: 'The Academy + café, 1 Weir Lane; London, SW11 8DD',
  url: 'https://sixfold.example/en-gb/my-account-my-booking',
  description: 'Booking code 7K3QXM. Be there ten minutes early.',
  startMs: Date.parse(start),
  endMs: visitEnd(Date.parse(start)),
  stampMs: 0,
})

// A quarter past two in London, in winter and in summer.
const WINTER = event('2026-11-21T14:15:00+00:00')
const SUMMER = event('2026-07-21T14:15:00+01:00')

describe('Google', () => {
  it('gets title, place and details unchanged', () => {
    const url = new URL(googleCalendar(WINTER))
    expect(url.origin + url.pathname).toBe('https://calendar.google.com/calendar/render')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      action: 'TEMPLATE',
      text: WINTER.title,
      dates: '20261121T141500Z/20261121T154500Z',
      ctz: 'Europe/London',
      location: WINTER.place,
      details: `${WINTER.description}\n${WINTER.url}`,
    })
  })

  it('gets the instant in summer time too', () => {
    const dates = new URL(googleCalendar(SUMMER)).searchParams.get('dates')
    expect(dates).toBe('20260721T131500Z/20260721T144500Z')
  })
})

describe('Outlook', () => {
  it.each(['live', 'office'] as const)('gets everything at %s', (host) => {
    const url = new URL(outlookCalendar(SUMMER, host))
    expect(url.origin + url.pathname).toBe(`https://outlook.${host}.com/calendar/0/deeplink/compose`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: SUMMER.title,
      startdt: '2026-07-21T13:15:00Z',
      enddt: '2026-07-21T14:45:00Z',
      allday: 'false',
      location: SUMMER.place,
      body: `${SUMMER.description}\n${SUMMER.url}`,
    })
  })

  it('gets no plus sign for a space', () => {
    expect(outlookCalendar(WINTER, 'live')).not.toContain('+')
  })
})

it('crosses the night on which the clocks go back', () => {
  const night = event('2026-10-24T23:45:00+01:00')
  expect(new URL(googleCalendar(night)).searchParams.get('dates')).toBe('20261024T224500Z/20261025T001500Z')
})
