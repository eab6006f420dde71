import { renderQueried, screen } from '../../../test/kit'
import { beforeEach, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { BookPerson } from './BookPerson'

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9), toFake: ['Date'] }))

function show(firstName: string, bookingDate: string, atDesk: boolean) {
  vi.spyOn(api, 'get').mockResolvedValue({
    uaid: '7',
    firstName,
    lastName: 'Field',
    eventTestType: 'test',
    lastCompleted: null,
    booking: { eventBookingId: 'b-1', eventTestStatus: 'booked', bookingDate, bookingTime: '10:00' },
    refusal: null,
    assistanceRefusal: null,
  } as never)
  renderQueried(<BookPerson uaid="7" atDesk={atDesk} onClose={vi.fn<() => void>()} />)
}

const MARK_IT =
  'Robin’s visit on Fri 20 Nov 2026, 10:00 is still open. Finish it or mark it as “Did not test”, then book another.'
const ASK = 'Robin’s visit on Fri 20 Nov 2026, 10:00 is still open. Ask programme delivery to close it.'

// RULES 4.5
it.each([
  [false, MARK_IT],
  [true, ASK],
])(
  'says that a visit of an earlier day was never finished, and what ends it (at the desk: %s)',
  async (atDesk, words) => {
    show('Robin', '2026-11-20', atDesk)
    await screen.findByText('Their last visit was never finished')
    screen.getByText(words)
  },
)

it('says of a booking that is still to come when it is, to the day itself', async () => {
  show('', '2026-11-22', false)
  await screen.findByText('They have a booking already')
  screen.getByText(/^This athlete comes on Sun 22 Nov 2026, 10:00\. .*move that one, or cancel it first\.$/)
})
