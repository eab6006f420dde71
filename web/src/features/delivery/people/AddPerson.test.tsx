import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderQueried } from '../../../test/render'
import { AddPerson } from './AddPerson'

// RULES 10.3
it('speaks of no password, which single sign-on alone does without', () => {
  renderQueried(<AddPerson onClose={vi.fn<() => void>()} onAdded={vi.fn<(uaid: string) => void>()} />)
  const asked = screen.getByRole('dialog', { name: 'Add a person' })
  expect(asked.textContent).toContain('They get an e-mail')
  expect(asked.textContent).not.toMatch(/password/i)
})
