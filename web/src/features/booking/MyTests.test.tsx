import { noNetwork, queriesKnowing, renderQueried, screen, serve, userEvent } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client'
import { queryKeys } from '../../api/queries'
import type { StoredTicket } from '../../offline/ticket'
import { booked } from '../../test/booked'
import { MyTests } from './MyTests'

let kept: StoredTicket | null
vi.mock('../../offline/ticket', () => ({ readTicket: () => Promise.resolve(kept) }))
vi.mock('../../rules', () => ({ useRules: () => ({}) }))
vi.mock('../../auth/SessionProvider', () => ({ useUnreached: () => ({ ask: vi.fn() }) }))

const NO_PLACE = { name: null, address: null, postcode: null, phone: null, email: null }
const TICKET: StoredTicket = {
  uaid: '1',
  code: '7K3QXM',
  date: '2026-11-24',
  time: '10:00',
  type: 'test',
  place: NO_PLACE,
  mapUrl: null,
}
const WORDS = { title: 'My tests', headline: 'Ticket', intro: '', kit: [], emptyHeadline: '', emptyText: '' }

it.each<[string, StoredTicket | null]>([
  ['a ticket', TICKET],
  ['none', null],
])('says that it tries again without a connection, with %s on the device', async (_, ticket) => {
  kept = ticket
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  serve({ '*': noNetwork })
  renderQueried(<MyTests words={WORDS} results={null} />, makeQueryClient())
  const button = await screen.findByRole('button', { name: 'Try again' })
  serve({})
  await userEvent.click(button)
  await vi.waitFor(() => expect(button.textContent).toMatch(/Working/))
  expect(document.activeElement).toBe(button)
})

// RULES 4.6
it.each([
  ['booked', 'Ticket', 'Show the code.'],
  ['assistance', 'My tests', null],
] as const)('speaks of a code only where there is one: %s', async (eventTestStatus, heading, lead) => {
  serve({})
  const events = [{ eventId: 'academy', eventList: [booked({ eventTestStatus })] }]
  const words = { ...WORDS, intro: 'Show the code.' }
  renderQueried(
    <MyTests words={words} results={null} />,
    queriesKnowing([queryKeys.profile, { uaid: '1', events }]),
  )
  await screen.findByRole('heading', { level: 1, name: heading })
  expect(screen.queryByText('Show the code.')?.textContent ?? null).toBe(lead)
})
