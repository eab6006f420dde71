import { act, cleanup, render, screen, within } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { addDays, longDay } from '../../../academy/civil-date'
import { londonToday } from '../../../academy/london'
import { OutboxError, type Entry } from '../../../offline/outbox'
import type { Card, CardWay } from './cards'
import { RefusedDrawer } from './RefusedDrawer'

vi.mock('../../../rules', () => ({ useRules: () => ({}) }))

const card = (id: string, ways: CardWay[]): Card => ({
  id,
  bookingId: '',
  uaid: '',
  name: '',
  entries: [{ key: id, about: { kind: 'test' }, recordedAt: 0 } as Entry],
  rows: [],
  failures: [],
  otherDay: null,
  testedOn: null,
  ways,
  notes: '',
})

function show(onWay: (card: Card, way: CardWay) => Promise<void>, ways: CardWay[], ...others: Card[]) {
  const nothing = () => undefined
  render(
    <RefusedDrawer
      cards={[card('one', ways), card('two', ways), ...others]}
      message=""
      protocolsOf={() => null}
      onWay={onWay}
      onClose={nothing}
    />,
  )
  return (name: string) => act(async () => screen.getAllByRole('button', { name })[0]?.click())
}

const heading = () => screen.getByRole('heading', { name: 'Refused by the server' })

it('settles once however often it is pressed, and then moves the focus to the heading', async () => {
  let end = () => {}
  const onWay = vi.fn(() => new Promise<void>((done) => (end = done)))
  const press = show(onWay, ['request'])
  await press('Ask delivery to correct')
  await press('Ask delivery to correct')
  expect(onWay).toHaveBeenCalledOnce()
  expect(screen.getByRole('list').hasAttribute('inert')).toBe(true)
  await act(async () => end())
  expect(screen.getByRole('list').hasAttribute('inert')).toBe(false)
  expect(document.activeElement).toBe(heading())
})

it('says why it could not be settled', async () => {
  const press = show(() => Promise.reject(new OutboxError('ENTRY_WAITING')), ['again'])
  await press('Send again')
  expect(screen.getByRole('alert').textContent).toBe('That entry is still on its way. Wait for the answer.')
})

it('says why not all could be settled', async () => {
  const press = show(() => Promise.reject(new OutboxError('NO_SPACE')), ['theirs'])
  await press('Keep theirs for all 2')
  await press('Drop 2 entries')
  expect(screen.getByRole('alert').textContent).toContain('This tablet is full.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

// RULES 11.5
it('keeps theirs for all of whom the server has something, and leaves the others alone', async () => {
  const onWay = vi.fn<(card: Card, way: CardWay) => Promise<void>>(() => Promise.resolve())
  const press = show(onWay, ['theirs', 'mine'], card('three', ['onboard', 'drop']))
  await press('Keep theirs for all 2')
  await press('Drop 2 entries')
  expect(onWay.mock.calls.map(([{ id }, way]) => [id, way])).toEqual([
    ['one', 'theirs'],
    ['two', 'theirs'],
  ])
  cleanup()
  show(onWay, ['onboard', 'drop'], card('three', ['theirs']))
  expect(screen.queryByRole('button', { name: /for all/ }), 'the server has something of one only').toBeNull()
})

it('says on which day a booking is that was moved, and who can onboard it', () => {
  const failures = [{ errorCode: 'CODE_OTHER_DAY', errorMessage: '' }]
  const moved = (id: string, ways: CardWay[]) => ({ ...card(id, ways), failures, otherDay: '2026-11-28' })
  show(() => Promise.resolve(), ['drop'], moved('three', ['again']), moved('four', ['override', 'again']))
  const [, , three, four] = screen.getAllByRole('article')
  const day = 'That booking is for another day.It is on Saturday 28 November. '
  expect(three?.textContent).toContain(
    `${day}Ask programme delivery to onboard it (Bookings → Onboard), then send again.`,
  )
  expect(four?.textContent).toContain(`${day}If you onboard it anyway, it moves to today.`)
  expect(four?.textContent).not.toContain('programme delivery')
})

// RULES 11.1
it.each([
  ['of the day before', 1, true],
  ['of a week ago', 7, true],
  ['of today', 0, false],
  ['of more than a week ago', 8, false],
])('says to which day a booking moves whose onboarding %s comes late', (_, ago, named) => {
  const testedOn = addDays(londonToday(), -ago)
  const moved = (id: string, ways: CardWay[]) => ({ ...card(id, ways), otherDay: '2026-11-28', testedOn })
  show(() => Promise.resolve(), ['drop'], moved('three', ['again']), moved('four', ['override', 'again']))
  const [, , three, four] = screen.getAllByRole('article')
  const day = longDay(testedOn)
  expect(three?.textContent).toContain(`onboard it${named ? ` for ${day}` : ''} (Bookings`)
  expect(four?.textContent).toContain(`it moves to ${named ? day : 'today'}.`)
})

it.each([
  ['SLOT_FULL', 'Someone just took the last place at that time. Pick another time.'],
  ['BOOKING_OPEN_EXISTS', 'They have been booked in the meantime. Look them up again.'],
  ['HEALTH_CONSENT_REQUIRED', 'Ada Rival has not agreed that we hold health details.'],
])('speaks of the athlete, not to them, where a decline cannot be undone: %s', (errorCode, words) => {
  const refused = { ...card('one', ['drop']), name: 'Ada Rival', failures: [{ errorCode, errorMessage: '' }] }
  render(
    <RefusedDrawer
      cards={[refused]}
      message=""
      protocolsOf={() => null}
      onWay={() => Promise.resolve()}
      onClose={() => undefined}
    />,
  )
  expect(screen.getByRole('article').textContent).toContain(words)
  expect(screen.getByRole('article').textContent).not.toMatch(/\b[Yy]ou\b/)
})

it('asks before it drops what was recorded here', async () => {
  const onWay = vi.fn(() => Promise.resolve())
  const press = show(onWay, ['theirs', 'mine'])
  await press('Keep theirs')
  expect(onWay).not.toHaveBeenCalled()
  expect(within(screen.getByRole('alertdialog')).getByText(/1 entry/, { selector: 'p' })).toBeTruthy()
  await press('Drop 1 entry')
  expect(onWay).toHaveBeenCalledWith(expect.objectContaining({ id: 'one' }), 'theirs')
})
