// RULES 13.2
import { expect, it } from 'vitest'
import type { ContentItem } from '../features/content/content-item'
import { menuFor } from './menu'

const names = (links: { text: string }[]) => links.map(({ text }) => text)
const row = (linkURL: string, linkText: string, more: object = {}) => ({
  link: { elementType: 'link', linkURL, linkText, ...more },
})
const authored = (elements: Record<string, unknown[]>): ContentItem => ({
  id: 'menu',
  name: 'Menu',
  typeId: 'menu',
  type: 'Menu',
  elements: Object.fromEntries(
    Object.entries(elements).map(([key, values]) => [key, { elementType: 'group', values }]),
  ),
})

it('holds the entries of the specification, my tests or book a test by the latest entry', () => {
  const booked = menuFor(null, 'MY_TESTS', 1)
  expect(names(booked.main)).toEqual(['Homepage', 'Athlete page', 'Leaderboard', 'Media center', 'My tests'])
  expect(names(booked.more)).toEqual(['My Profile', 'FAQs', 'About the Test'])
  expect(names(menuFor(null, 'BOOK_A_TEST', 1).main)).toContain('Book a test')
  expect(names(menuFor(null, 'BOOK_A_TEST', 1).main)).not.toContain('My tests')
})

it.each([
  [2, 'In-store admin'],
  [3, 'Delivery admin'],
  [4, 'Coach admin'],
] as const)('leads role %i to its area', (role, area) => {
  expect(names(menuFor(null, 'BOOK_A_TEST', role).main).at(-1)).toBe(area)
  expect(names(menuFor(null, 'BOOK_A_TEST', 1).main)).not.toContain(area)
})

it('opens the reveal desk for programme delivery, in the place of the media center', () => {
  const hrefs = (role: 1 | 2 | 3 | 4, item: ContentItem | null = null) =>
    Object.fromEntries(menuFor(item, 'MY_TESTS', role).main.map(({ text, url }) => [text, url]))
  expect(hrefs(3)['Media center']).toBe('/en-gb/staff-account-reveal')
  expect(hrefs(3, authored({ main: [row('/my-account-media-center', 'Cards')] })).Cards).toBe(
    '/en-gb/staff-account-reveal',
  )
  for (const role of [1, 2, 4] as const)
    expect(hrefs(role)['Media center']).toBe('/en-gb/my-account-media-center')
})

it('takes what is authored, actions too, and keeps to its rules', () => {
  const item = authored({
    main: [
      row('/', 'Start'),
      row('/my-account-my-booking', 'Ticket'),
      row('/my-account-book-test', 'Book'),
      row('', 'Cancel my test', { action: 'cancel-booking' }),
      row('', 'Leave', { action: 'logout' }),
      row('', 'Nowhere'),
    ],
  })
  const { main, more } = menuFor(item, 'MY_TESTS', 1)
  expect(names(main)).toEqual(['Start', 'Ticket', 'Cancel my test'])
  expect(names(more)).toEqual(['My Profile', 'FAQs', 'About the Test'])
})
