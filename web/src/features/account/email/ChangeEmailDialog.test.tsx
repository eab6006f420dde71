import { field, press, queriesKnowing, renderQueried, screen, userEvent, waitFor } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import * as calls from '../api'
import { ChangeEmailDialog } from './ChangeEmailDialog'

vi.mock('../api')
vi.mock('../../../state/DidYouMean', () => ({ DidYouMean: () => null }))
vi.mock('../form/checks', async (original) => ({
  ...(await original<typeof import('../form/checks')>()),
  checkFields: () => Promise.resolve([]),
}))

const CODE = 'Code from the e-mail'
const refused = (code: string, status = 422) => new ApiFailure(code, '', status)
const lastSent = () => vi.mocked(calls.changeEmail).mock.lastCall

beforeEach(async () => {
  vi.mocked(calls.changeEmail).mockRejectedValueOnce(refused('MAILED_CODE_NEEDED'))
  const queries = queriesKnowing(
    [queryKeys.identities, { identities: [], password: true }],
    [queryKeys.profile, { emailAddress: 'sam@example.org' }],
  )
  renderQueried(<ChangeEmailDialog suggested="" onClose={vi.fn()} onAsked={vi.fn()} />, queries)
  await userEvent.type(field('New e-mail'), 'new@example.org')
  await userEvent.type(field('Password'), 'six corners')
  await press('Send the code')
  await userEvent.type(await screen.findByLabelText(CODE), '402917')
})

it('asks for a new code where a refusal has used the last one', async () => {
  vi.mocked(calls.changeEmail).mockRejectedValueOnce(refused('EMAIL_TAKEN', 409))
  await press('Send the code')
  await screen.findByRole('alert')
  expect(screen.getAllByText(/or had it in the last seven days/)).not.toHaveLength(0)
  expect(lastSent()).toEqual([
    { emailAddress: 'new@example.org', password: 'six corners', mailedCode: '402917' },
    expect.any(String),
  ])
  await waitFor(() => expect(screen.queryByLabelText(CODE)).toBeNull())
  vi.mocked(calls.changeEmail).mockRejectedValueOnce(refused('MAILED_CODE_NEEDED'))
  await press('Send the code')
  expect((await screen.findByLabelText<HTMLInputElement>(CODE)).value).toBe('')
  expect(lastSent()).toEqual([
    { emailAddress: 'new@example.org', password: 'six corners' },
    expect.any(String),
  ])
})

it.each(['MAILED_CODE_WRONG', 'PASSWORD_WRONG'])('after %s has a new code sent at a press', async (code) => {
  vi.mocked(calls.changeEmail).mockRejectedValueOnce(refused(code))
  await press('Send the code')
  await screen.findByRole('alert')
  field(CODE)
  vi.mocked(calls.changeEmail).mockRejectedValueOnce(refused('MAILED_CODE_NEEDED'))
  await press('Send a new code')
  await screen.findByText(/We have mailed a new code/)
  expect(lastSent()).toEqual([
    { emailAddress: 'new@example.org', password: 'six corners' },
    expect.any(String),
  ])
})

it('keeps what is typed while a new code is sent', async () => {
  let refuse = () => {}
  const answer = new Promise<never>((_, reject) => (refuse = () => reject(refused('MAILED_CODE_NEEDED'))))
  vi.mocked(calls.changeEmail).mockReturnValueOnce(answer)
  const password = field('Password')
  await press('Send the code')
  await userEvent.type(password, '!')
  refuse()
  await waitFor(() => expect(field(CODE).value).toBe(''))
  expect(password.value).toBe('six corners!')
})
