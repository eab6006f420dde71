import { render, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { detailsFrom } from '../details'
import { DetailsForm } from './DetailsForm'

vi.mock('../../../rules', () => ({ useRules: () => ({}) }))

// RULES 4.6
it('promises somebody who asks for assistance a code with the confirmation, not before', () => {
  render(
    <DetailsForm
      details={{ ...detailsFrom(undefined), assistanceRequired: true }}
      onChange={vi.fn()}
      onDone={vi.fn()}
      onBack={vi.fn()}
      refused={null}
      assistanceOnly={false}
      healthLost={false}
      aside={null}
    />,
  )
  expect(screen.getByText(/your code/).textContent).toBe(
    'Our team calls you to plan the day. You get your code once your place is confirmed.',
  )
})
