import { field, press, renderQueried, screen, userEvent } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { AddPerson } from './AddPerson'

// RULES 10.3
it('speaks of no password, which single sign-on alone does without', () => {
  renderQueried(<AddPerson onClose={vi.fn<() => void>()} onAdded={vi.fn<(uaid: string) => void>()} />)
  const asked = screen.getByRole('dialog', { name: 'Add a person' })
  expect(asked.textContent).toContain('They get an e-mail')
  expect(asked.textContent).not.toMatch(/password/i)
})

it.each<[code: string, words: RegExp]>([
  ['EMAIL_TAKEN', /^An account has that address/],
  ['HEALTH_CONSENT_REQUIRED', /^They have not agreed/],
])('says once why %s refused them, also where no field shows it', async (code, words) => {
  vi.spyOn(api, 'post').mockRejectedValue(new ApiFailure(code, '', 409))
  renderQueried(<AddPerson onClose={vi.fn<() => void>()} onAdded={vi.fn<(uaid: string) => void>()} />)
  for (const [label, value] of [
    [/^First name/, 'Ada'],
    [/^Last name/, 'Stone'],
    [/^E-mail/, 'ada@example.org'],
    [/^Date of birth/, '2000-05-17'],
  ] as const)
    await userEvent.type(field(label), value)
  await press('Add them')
  await screen.findByText(words)
  expect(screen.getAllByText(words)).toHaveLength(1)
})
