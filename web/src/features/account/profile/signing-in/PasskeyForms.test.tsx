import { field, press, queriesKnowing, renderQueried, screen, userEvent, waitFor } from '../../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../../api/client/failure'
import { queryKeys } from '../../../../api/queries'
import { useFreshSignIn } from '../../../../state/fresh-sign-in'
import * as calls from '../../api'
import { AddPasskeyForm } from './PasskeyForms'

const makePasskey = vi.hoisted(() => vi.fn<() => Promise<object>>())
vi.mock('../../api')
vi.mock('../../../../auth/passkeys', () => ({ makePasskey, passkeyProblem: () => 'PASSKEY_STOPPED' }))

const CODE = 'Code from the e-mail'
const refused = (code: string) => new ApiFailure(code, '', 422, 'mailedCode')
let queries = queriesKnowing()
const lastSent = () => vi.mocked(calls.newPasskeyChallenge).mock.lastCall?.[0]

beforeEach(async () => {
  vi.mocked(calls.fetchIdentities).mockResolvedValue({ identities: [], password: true })
  makePasskey.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  vi.mocked(calls.newPasskeyChallenge).mockRejectedValueOnce(refused('MAILED_CODE_NEEDED'))
  queries = queriesKnowing([queryKeys.profile, { uaid: '7', emailConfirmed: false }])
  renderQueried(<AddPasskeyForm onAdded={vi.fn()} onCancel={vi.fn()} />, queries)
  await userEvent.type(field('Password'), 'six corners')
  await press('Add a passkey')
  await userEvent.type(await screen.findByLabelText(CODE), '402 917')
})

it('asks for a new code where the last one was used and no passkey was made', async () => {
  vi.mocked(calls.newPasskeyChallenge).mockResolvedValueOnce({ challenge: 'sealed', publicKey: {} })
  await press('Add a passkey')
  await screen.findByText(/That was stopped/)
  expect(lastSent()).toEqual({ password: 'six corners', mailedCode: '402917' })
  await waitFor(() => expect(screen.queryByLabelText(CODE)).toBeNull())
  vi.mocked(calls.newPasskeyChallenge).mockRejectedValueOnce(refused('MAILED_CODE_NEEDED'))
  await press('Add a passkey')
  expect((await screen.findByLabelText<HTMLInputElement>(CODE)).value).toBe('')
  expect(lastSent()).toEqual({ password: 'six corners' })
})

// RULES 10.2
it('offers a fresh sign-in where the last is too old, and then goes on', async () => {
  vi.mocked(calls.newPasskeyChallenge).mockRejectedValueOnce(new ApiFailure('SIGN_IN_AGAIN', '', 422))
  await press('Add a passkey')
  await screen.findByRole('alert')
  expect(useFreshSignIn.getState().asked).toBe(true)
  useFreshSignIn.getState().stop()
  vi.mocked(calls.newPasskeyChallenge).mockResolvedValueOnce({ challenge: 'sealed', publicKey: {} })
  await press('Add a passkey')
  await screen.findByText(/That was stopped/)
  expect(useFreshSignIn.getState().asked).toBe(false)
})

it('has the profile loaded again once the code has confirmed the address', async () => {
  const isOutdated = () => queries.getQueryState(queryKeys.profile)?.isInvalidated
  expect(isOutdated()).toBe(false)
  vi.mocked(calls.newPasskeyChallenge).mockResolvedValueOnce({ challenge: 'sealed', publicKey: {} })
  await press('Add a passkey')
  await screen.findByText(/That was stopped/)
  expect(isOutdated()).toBe(true)
})

it('has a new code sent at a press, for somebody whose last one has expired', async () => {
  vi.mocked(calls.newPasskeyChallenge).mockRejectedValueOnce(refused('MAILED_CODE_WRONG'))
  await press('Add a passkey')
  await screen.findByRole('alert')
  const code = field(CODE)
  expect(code.getAttribute('aria-invalid')).toBe('true')
  vi.mocked(calls.newPasskeyChallenge).mockRejectedValueOnce(refused('MAILED_CODE_NEEDED'))
  await press('Send a new code')
  await screen.findByText(/We have mailed a new code/)
  expect(lastSent()).toEqual({ password: 'six corners' })
  expect([code.value, code.getAttribute('aria-invalid')]).toEqual(['', null])
  vi.mocked(calls.newPasskeyChallenge).mockRejectedValueOnce(new ApiFailure('TOO_MANY_REQUESTS', '', 429))
  await press('Send a new code')
  await screen.findByRole('alert')
})

it('keeps what is typed while a new code is sent', async () => {
  let refuse = () => {}
  const answer = new Promise<never>((_, reject) => (refuse = () => reject(refused('MAILED_CODE_NEEDED'))))
  vi.mocked(calls.newPasskeyChallenge).mockReturnValueOnce(answer)
  const password = field('Password')
  await press('Add a passkey')
  await userEvent.type(password, '!')
  refuse()
  await waitFor(() => expect(field(CODE).value).toBe(''))
  expect(password.value).toBe('six corners!')
})
