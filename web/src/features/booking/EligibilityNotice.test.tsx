import { act, renderQueried, screen } from '../../test/kit'
import { it, vi } from 'vitest'
import { EligibilityNotice } from './EligibilityNotice'

vi.mock('../../guardian/GuardianNotice', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

it('still says whom it waits for when the network is lost before the letter’s state has loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const refusal = { code: 'GUARDIAN_REQUIRED', message: 'They have to agree first.', field: 'guardianEmail' }
  renderQueried(<EligibilityNotice eligibility={{ mode: 'blocked', refusals: [refusal] }} />)
  await act(async () => {
    await import('../../guardian/GuardianNotice').catch(() => undefined)
  })
  screen.getByText('Waiting for your parent or guardian')
  screen.getByText('They have to agree first.')
  screen.getByRole('link', { name: 'See our e-mail to them' })
})
