import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../../../../api/client/failure'
import { renderQueried } from '../../../../test/render'
import * as calls from '../../api'
import { PasswordStep } from './TwoStepForms'

vi.mock('../../api')

it('keeps what is typed until a code from the e-mail is asked for', async () => {
  let refuse = () => {}
  const answer = new Promise<never>((_, reject) => {
    refuse = () => reject(new ApiFailure('MAILED_CODE_NEEDED', '', 422, 'mailedCode'))
  })
  vi.mocked(calls.beginSecondFactor).mockReturnValueOnce(answer)
  renderQueried(<PasswordStep withPassword onBegun={vi.fn()} onCancel={vi.fn()} />)
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  await userEvent.type(password, 'six corners')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  await userEvent.type(password, '!')
  refuse()
  await screen.findByLabelText('Code from the e-mail')
  expect(password.value).toBe('six corners!')
})
