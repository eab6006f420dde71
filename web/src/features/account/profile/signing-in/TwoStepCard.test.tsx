import { field, press, queriesKnowing, renderQueried, screen, userEvent, within } from '../../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../../api/client/failure'
import { queryKeys } from '../../../../api/queries'
import * as calls from '../../api'
import { TwoStepCard } from './TwoStepCard'

vi.mock('../../api')

const off = { enrolled: false, since: null, recoveryCodesLeft: 0, required: false }
const on = { ...off, enrolled: true, recoveryCodesLeft: 10 }
function show() {
  const config = { authMode: 'both', now: '2026-11-21T14:15:00Z' }
  const queries = queriesKnowing([queryKeys.config, config])
  renderQueried(<TwoStepCard emailAddress="sam@example.org" staff={false} />, queries)
}

beforeEach(() => {
  vi.mocked(calls.fetchIdentities).mockResolvedValue({ identities: [], password: true })
})

it('shows that it is on, and how to get codes, where the answer with the recovery codes was lost', async () => {
  vi.mocked(calls.fetchSecondFactor).mockResolvedValueOnce(off).mockResolvedValue(on)
  vi.mocked(calls.beginSecondFactor).mockResolvedValue({ secret: 'ABCDEFGH', otpauthUrl: 'otpauth://totp/x' })
  vi.mocked(calls.confirmSecondFactor)
    .mockRejectedValueOnce(new ApiFailure('ERR_NETWORK', '', 0))
    .mockRejectedValueOnce(new ApiFailure('SECOND_FACTOR_NOT_BEGUN', '', 409))
  show()
  await press('Turn it on')
  await userEvent.type(field('Password'), 'six corners')
  await press('Next')
  await userEvent.type(await screen.findByLabelText('Code from your app'), '123456')
  await press('Confirm')
  await screen.findByRole('alert')
  await press('Confirm')
  await screen.findByText(/10 recovery codes left/)
  screen.getByText(/Turn it off and on again for ten fresh ones/)
  expect(screen.queryByLabelText('Code from your app')).toBeNull()
})

it('is off where the answer that turned it off was lost', async () => {
  vi.mocked(calls.fetchSecondFactor).mockResolvedValueOnce(on).mockResolvedValue(off)
  vi.mocked(calls.dropSecondFactor).mockRejectedValue(new ApiFailure('NOT_FOUND', '', 404))
  show()
  await press('Turn it off')
  const question = within(await screen.findByRole('alertdialog'))
  await userEvent.type(question.getByLabelText('Password'), 'six corners')
  await userEvent.type(question.getByLabelText('Code from your app'), '123456')
  await userEvent.click(question.getByRole('button', { name: 'Turn it off' }))
  await screen.findByRole('button', { name: 'Turn it on' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
