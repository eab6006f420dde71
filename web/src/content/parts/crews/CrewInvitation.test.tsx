import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { makeQueryClient } from '../../../api/query-client'
import { answers, TOKEN } from '../../../test/crew'
import { renderQueried } from '../../../test/render'
import { CrewInvitation } from './CrewInvitation'

vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'authenticated' }) }))
vi.mock('@tanstack/react-router', () => ({ Navigate: () => null, useLocation: () => TOKEN }))

it('keeps what went wrong, and the focus on its button, while it asks again', async () => {
  answers['POST user/crew/link'] = '503 UNAVAILABLE'
  renderQueried(<CrewInvitation />, makeQueryClient())
  const button = await screen.findByRole('button', { name: 'Try again' })
  answers['POST user/crew/link'] = new Promise(() => undefined)
  await userEvent.click(button)
  await vi.waitFor(() => expect(button.textContent).toMatch(/Working/))
  expect(screen.getByRole('alert').textContent).toMatch(/The invitation did not load/)
  expect(document.activeElement).toBe(button)
})
