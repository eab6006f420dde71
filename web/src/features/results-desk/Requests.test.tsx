import { press, renderQueried, screen, userEvent, waitFor } from '../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { ApiFailure } from '../../api/client/failure'
import { Requests } from './Requests'

/** A test in which the desk has another value than the server. */
const differing = (TestType: string, desk: number, stored: number, revision = 1) => ({
  TestType,
  unit: 's',
  desk: { status: 'closed', score: null, Attempts: [{ score: desk }] },
  stored: { TestType, score: 50, status: 'closed', revision, Attempts: [{ score: stored }] },
})

const requestOf = (...tests: ReturnType<typeof differing>[]) => ({
  requestId: 'r1',
  uaid: '10000001',
  firstName: 'Robin',
  lastName: 'Rival',
  askedAt: '2026-11-27T19:00:00Z',
  askedBy: 'Sasha Pike',
  bookingDate: '2026-11-27',
  bookingTime: '18:00',
  eventBookingId: 'b1',
  eventTestStatus: 'completed',
  notes: null,
  score: 50,
  tests,
})

/** The open requests as the server has them. */
let requests: ReturnType<typeof requestOf>[]

beforeEach(() => {
  requests = [requestOf(differing('Power', 45, 40), differing('Speed', 31, 3.45))]
  vi.spyOn(api, 'get').mockImplementation(() => Promise.resolve({ requests, more: false }) as never)
})

async function ask(name: string) {
  renderQueried(<Requests />)
  await press(name)
}

const settled = () => {
  requests = []
  return Promise.reject(new ApiFailure('REQUEST_SETTLED', '', 409)) as never
}

it('says that somebody else has decided, though the request is no longer on the list', async () => {
  vi.spyOn(api, 'post').mockImplementation(settled)
  await ask('Use the desk’s 2 results')
  await press('Correct them')
  await screen.findByText('Nothing to decide')
  expect(screen.getByRole('dialog').textContent).toContain('Someone has already decided about this request.')
  await press('Go back')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Handed over by the desk' }))
})

it('says so to somebody who keeps what is stored, too', async () => {
  vi.spyOn(api, 'delete').mockImplementation(settled)
  await ask('Keep what is stored')
  const yes = screen.getAllByRole('button', { name: 'Keep what is stored' }).at(-1)
  if (yes) await userEvent.click(yes)
  await screen.findByText('Nothing to decide')
  const dialog = screen.getByRole('alertdialog')
  expect(dialog.textContent).toContain('Someone has already decided about this request.')
})

it('names the test whose value is refused, what it can be, and where to type another', async () => {
  const message = 'That is not plausible: 2 to 10 s.'
  vi.spyOn(api, 'post').mockRejectedValue(
    new ApiFailure('ATTEMPT_OUT_OF_RANGE', message, 422, 'results[1].Attempts[0].score'),
  )
  await ask('Use the desk’s 2 results')
  await press('Correct them')
  expect((await screen.findByRole('alert')).textContent).toBe(`Speed${message}`)
  const correct = screen.getByRole<HTMLAnchorElement>('link', { name: 'Correct' })
  expect(new URL(correct.href).searchParams.get('view')).toBe('correct')
})

it('replaces what somebody has stored meanwhile once that was read', async () => {
  const post = vi.spyOn(api, 'post').mockImplementationOnce(() => {
    const power = differing('Power', 45, 41, 2)
    requests = [requestOf(power, differing('Speed', 31, 3.45))]
    const details = { current: power.stored }
    return Promise.reject(new ApiFailure('TEST_CLOSED', '', 409, 'results', null, null, details)) as never
  })
  post.mockResolvedValue({ score: 51 } as never)
  await ask('Use the desk’s 2 results')
  await press('Correct them')
  expect((await screen.findByRole('alert')).textContent).toContain('Power')
  expect(screen.queryByRole('link', { name: 'Correct' })).toBeNull()
  await screen.findByText('41.00 s')
  await press('Correct them')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(post.mock.lastCall?.[1]).toMatchObject({
    requestId: 'r1',
    results: [
      { TestType: 'Power', replaces: 2 },
      { TestType: 'Speed', replaces: 1 },
    ],
  })
})

it('offers no correction once what was stored meanwhile is what the desk measured', async () => {
  const power = differing('Power', 45, 45, 2)
  vi.spyOn(api, 'post').mockImplementationOnce(() => {
    requests = [requestOf(power)]
    const details = { current: power.stored }
    return Promise.reject(new ApiFailure('TEST_CLOSED', '', 409, 'results', null, null, details)) as never
  })
  requests = [requestOf(differing('Power', 45, 40))]
  await ask('Use the desk’s result')
  await press('Correct them')
  await screen.findByText(/^What is stored is already what the desk measured/)
  expect(screen.queryByRole('button', { name: 'Correct them' })).toBeNull()
  await press('Go back')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Handed over by the desk' }))
})

it('offers no correction of a visit that was declined meanwhile', async () => {
  vi.spyOn(api, 'post').mockImplementationOnce(() => {
    requests = requests.map((request) => ({ ...request, eventTestStatus: 'declined' }))
    return Promise.reject(new ApiFailure('NOT_COMPLETED', '', 409)) as never
  })
  await ask('Use the desk’s 2 results')
  await press('Correct them')
  await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain('This booking was declined'))
  expect(screen.queryByRole('button', { name: 'Correct them' })).toBeNull()
})
