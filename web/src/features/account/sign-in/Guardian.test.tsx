import { renderQueried, screen, userEvent } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import type { GuardianRequest } from '../api'
import { Guardian } from './Guardian'

const REQUEST: GuardianRequest = { athlete: 'Robin Field', place: 'The Academy', date: null, time: null }
const USED = new ApiFailure('TOKEN_INVALID', '', 400)

const server = vi.hoisted(() => ({ request: vi.fn(), confirm: vi.fn() }))
vi.mock('../use-mailed-token', () => ({ useMailedToken: () => 'a-token' }))
vi.mock('../api', () => ({ fetchGuardianRequest: server.request, confirmAsGuardian: server.confirm }))
vi.mock('../use-authored', async (original) => ({
  ...(await original<typeof import('../use-authored')>()),
  useItem: () => undefined,
}))

beforeEach(() => {
  server.request.mockReset().mockResolvedValue(REQUEST)
  server.confirm.mockReset().mockResolvedValue({})
})

const show = () => renderQueried(<Guardian />)
const agree = () => screen.findByRole('button', { name: 'I agree' })

it('says that a used link is used, before anything is pressed', async () => {
  server.request.mockRejectedValue(USED)
  show()
  await screen.findByText(/used already or has run out/)
  expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull()
})

it('says so where the link was used in another window meanwhile, and moves the focus there', async () => {
  server.confirm.mockRejectedValue(USED)
  show()
  await userEvent.click(await agree())
  expect(document.activeElement).toBe(
    await screen.findByRole('heading', { name: 'This link no longer works.' }),
  )
})

it('promises no booking after the yes: something else may have to be settled first', async () => {
  show()
  await userEvent.click(await agree())
  await screen.findByText('That’s all we need from you. We’ve told Robin Field.')
})

it('asks for nobody without a name: a request that did not load can be tried again', async () => {
  server.request.mockRejectedValueOnce(new ApiFailure('UNAVAILABLE', '', 503))
  show()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull()
  await userEvent.click(retry)
  await agree()
  expect(screen.getByText('Robin Field')).toBeTruthy()
})
