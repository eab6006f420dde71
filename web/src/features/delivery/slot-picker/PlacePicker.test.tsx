import { render, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { PlacePicker } from './PlacePicker'

const bookable = vi.hoisted(() => ({ state: undefined as unknown }))
vi.mock('../../../rules', () => ({ useRules: () => ({}) }))
vi.mock('./use-bookable-times', () => ({ useBookableTimes: () => bookable.state }))

const DATE = '2026-11-29'
const OVER = [{ time: '10:00', remaining: 6, available: false, reason: 'TIME_PAST' }]

it.each([
  ['late in the day', { reason: 'TIME_PAST', slots: OVER }, true, 'Today’s times are over.'],
  ['at the desk on a closed day', { reason: 'DATE_CLOSED', slots: [] }, true, 'Nothing is offered today.'],
  [
    'for another day',
    { reason: 'DATE_CLOSED', slots: [] },
    false,
    'The academy is closed that day. Pick another one.',
  ],
])('advises nothing that cannot be done here: %s', (_, day, atDesk, words) => {
  const times = { today: DATE, day: { date: DATE, open: false, ...day }, notOpen: null, next: [] }
  bookable.state = { status: 'ready', times }
  render(
    <PlacePicker
      kind="test"
      value={{ date: DATE, time: null, bypass: false }}
      held={null}
      atDesk={atDesk}
      onChange={vi.fn<() => void>()}
    />,
  )
  expect(screen.getByText(words)).toBeTruthy()
})
