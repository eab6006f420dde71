import {
  answered,
  bodiesOf,
  press,
  refused,
  renderQueried,
  screen,
  type Sent,
  serve,
  userEvent,
  waitFor,
} from '../test/kit'
import { beforeEach, expect, it } from 'vitest'
import { GuardianNotice } from './GuardianNotice'

let requests: Sent[]
let letter: () => Response
let profile: object

beforeEach(() => {
  profile = { uaid: '7', guardianEmail: 'parent@families.example', guardianAskedAt: Date.now() - 20 * 60_000 }
  letter = () => answered({ guardianEmail: 'parent@families.example', guardianAskedAt: Date.now() })
  requests = serve({
    'GET event/config': { event: { eventLocationContactNumber: '020 7946 0000' } },
    'GET user/profile': () => profile,
    'POST user/guardian/send': () => letter(),
  })
})

const show = () => renderQueried(<GuardianNotice />)

const sent = () => bodiesOf(requests, 'POST user/guardian/send')

it('sends the letter again and says so', async () => {
  show()
  await screen.findByText(/Sent 20 minutes ago to parent@families.example/)
  await press('Send it again')
  await screen.findByText(/Sent just now to parent@families.example/)
  expect(sent()).toMatchObject([{}])
})

it('announces the result of a press, not how long ago the letter was sent', async () => {
  show()
  const words = await screen.findByText(/Sent 20 minutes ago/)
  expect(words.closest('[role="status"]')).toBeNull()
  const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(announced()).toEqual([''])
  await press('Send it again')
  await waitFor(() => expect(announced()).toEqual(['The e-mail is on its way.']))
  await press('Use another address')
  const box = await screen.findByRole('textbox', { name: /e-mail/ })
  await userEvent.type(box, 'other@families.example')
  await press('Send the e-mail')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(announced()).toEqual(['The e-mail is on its way.']))
})

it('says how long to wait where it was just sent', async () => {
  const error = { errorCode: 'TOO_MANY_REQUESTS', errorMessage: '', field: 'guardianEmail' }
  const more = { status: 429, headers: { 'Retry-After': '240' } }
  letter = () => Response.json({ succeeded: false, data: null, error }, more)
  show()
  await press('Send it again')
  expect((await screen.findByRole('alert')).textContent).toContain('in 4 minutes')
})

it('sends it to another address, which the page shows from then on', async () => {
  show()
  await press('Use another address')
  const box = await screen.findByRole('textbox', { name: /e-mail/ })
  await press('Send the e-mail')
  expect(sent()).toEqual([])
  letter = () => refused(422, 'GUARDIAN_EMAIL_OWN', { field: 'guardianEmail' })
  await userEvent.type(box, ' me@athletes.example ')
  await press('Send the e-mail')
  await waitFor(() => expect(screen.getAllByText(/not your own/).length).toBeGreaterThan(0))
  letter = () => answered({ guardianEmail: 'other@families.example', guardianAskedAt: Date.now() })
  await userEvent.clear(box)
  await userEvent.type(box, 'other@families.example')
  await press('Send the e-mail')
  await screen.findByText(/Sent just now to other@families.example/)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent()).toMatchObject([
    { guardianEmail: 'me@athletes.example' },
    { guardianEmail: 'other@families.example' },
  ])
})

// RULES 6.3
it('says whom to call where the date of birth is wrong', async () => {
  show()
  await screen.findByText(/Not under 18\?/)
  const number = await screen.findByRole('link', { name: '020 7946 0000' })
  expect(number.getAttribute('href')).toBe('tel:02079460000')
})

it('asks for an address where none was given', async () => {
  profile = { uaid: '7', guardianEmail: null, guardianAskedAt: null }
  show()
  await press('Give their address')
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send it again' })).toBeNull()
})
