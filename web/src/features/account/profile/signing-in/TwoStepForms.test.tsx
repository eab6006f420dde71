import { field, press, queriesKnowing, renderQueried, screen, userEvent, waitFor } from '../../../../test/kit'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../../api/client/failure'
import { queryKeys } from '../../../../api/queries'
import * as calls from '../../api'
import { ConfirmStep, PasswordStep } from './TwoStepForms'

vi.mock('../../api')

it('keeps what is typed until a code from the e-mail is asked for', async () => {
  let refuse = () => {}
  const answer = new Promise<never>((_, reject) => {
    refuse = () => reject(new ApiFailure('MAILED_CODE_NEEDED', '', 422, 'mailedCode'))
  })
  vi.mocked(calls.beginSecondFactor).mockReturnValueOnce(answer)
  renderQueried(<PasswordStep withPassword onBegun={vi.fn()} onCancel={vi.fn()} />)
  const password = field('Password')
  await userEvent.type(password, 'six corners')
  await press('Next')
  await userEvent.type(password, '!')
  refuse()
  await screen.findByLabelText('Code from the e-mail')
  expect(password.value).toBe('six corners!')
})

it('has the profile loaded again once a code has confirmed the address', async () => {
  const begun = { secret: 'ABCD', otpauthUrl: 'otpauth://totp/Sixfold' }
  vi.mocked(calls.beginSecondFactor)
    .mockRejectedValueOnce(new ApiFailure('MAILED_CODE_NEEDED', '', 422, 'mailedCode'))
    .mockResolvedValueOnce(begun)
  const queries = queriesKnowing([queryKeys.profile, { uaid: '7', emailConfirmed: false }])
  const onBegun = vi.fn()
  renderQueried(<PasswordStep withPassword onBegun={onBegun} onCancel={vi.fn()} />, queries)
  const isOutdated = () => queries.getQueryState(queryKeys.profile)?.isInvalidated
  await userEvent.type(field('Password'), 'six corners')
  await press('Next')
  await userEvent.type(await screen.findByLabelText('Code from the e-mail'), '402917')
  expect(isOutdated()).toBe(false)
  await press('Next')
  await waitFor(() => expect(onBegun).toHaveBeenCalledWith(begun))
  expect(isOutdated()).toBe(true)
})

it('hands the key to an app on this phone, but leads nowhere else', () => {
  const show = (otpauthUrl: string) =>
    renderQueried(
      <ConfirmStep
        begun={{ secret: 'ABCD', otpauthUrl }}
        onConfirmed={vi.fn()}
        onNothingToConfirm={vi.fn()}
        onCancel={vi.fn()}
      />,
    )
  const link = () =>
    screen.queryByRole('link', { name: 'Open in my authenticator app' })?.getAttribute('href')
  const { unmount } = show('otpauth://totp/Sixfold')
  expect(link()).toBe('otpauth://totp/Sixfold')
  unmount()
  show('https://elsewhere.example/')
  expect(link()).toBeUndefined()
})
