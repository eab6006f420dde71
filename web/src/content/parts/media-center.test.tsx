import { render, screen } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import type { ContentItem } from '../../features/content/content-item'
import { DEFAULT_ENTRY, type BookingEntry } from '../../features/booking/entry'
import { MediaCenter } from './MediaCenter'

const known = vi.hoisted(() => ({ entries: null as unknown, profile: { isError: false } }))
vi.mock('./use-entries', () => ({ useEntries: () => ({ signedIn: true, ...known }) }))
vi.mock('../../features/media/MediaCenter', () => ({ MediaCenter: () => <p>The cards</p> }))

const item = { elements: {} } as ContentItem
const show = (entries: BookingEntry[] | null, isError = false) => {
  Object.assign(known, { entries, profile: { isError } })
  render(<MediaCenter item={item} page={item} />)
}
const tested = (score: number | null, held: boolean): BookingEntry => ({
  ...DEFAULT_ENTRY,
  eventTestStatus: 'completed',
  eventTestScore: score,
  eventTestHeld: held,
})

it.each<[string, BookingEntry[], string]>([
  ['no booking', [], 'Nothing to post yet'],
  ['a visit without a final', [tested(null, false)], 'Nothing to post yet'],
  ['a held final', [tested(null, true)], 'Held for the reveal'],
  ['a held final after a revealed one', [tested(null, true), tested(61.5, false)], 'The cards'],
])('with %s', (_, entries, seen) => {
  show(entries)
  screen.getByText(seen)
})

it('asks for no card before the bookings are known', () => {
  show(null)
  screen.getByText('Loading your story cards')
  expect(screen.queryByText('The cards')).toBeNull()
})

it('leaves it to the cards where the bookings did not load', () => {
  show(null, true)
  screen.getByText('The cards')
})
