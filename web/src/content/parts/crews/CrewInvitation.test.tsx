import { press, refused, renderQueried, screen, userEvent } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { makeQueryClient } from '../../../api/query-client'
import { answers, TOKEN } from '../../../test/crew'
import { paths } from '../../../paths'
import { CrewInvitation } from './CrewInvitation'

const session = vi.hoisted(() => ({ status: '' }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => session }))
vi.mock('@tanstack/react-router', () => ({ Navigate: () => null, useLocation: () => TOKEN }))

const HERE = paths.crewInvitation(TOKEN)

beforeEach(() => {
  session.status = 'authenticated'
})

// RULES 15.7
it('leads a visitor to sign in and back, with the secret behind the # all the way', async () => {
  session.status = 'unauthenticated'
  renderQueried(<CrewInvitation />)
  for (const [name, page] of [
    ['Sign in', paths.login({ callbackUrl: HERE })],
    ['Sign up', paths.register({ callbackUrl: HERE })],
  ] as const) {
    const { pathname, search, hash, href } = await screen.findByRole<HTMLAnchorElement>('link', { name })
    expect(href).toBe(window.location.origin + page)
    expect(pathname + search).not.toContain(TOKEN)
    expect(hash).toContain(TOKEN)
  }
})

// RULES 15.7
it('leads somebody without a date of birth to the questions and back, with the secret behind the #', async () => {
  answers['POST user/crew/link'] = { name: 'Tuesday Squad', members: 3, crewId: null }
  answers['POST user/crew/join'] = refused(422, 'DATE_OF_BIRTH_REQUIRED')
  renderQueried(<CrewInvitation />, makeQueryClient())
  await press('Join')
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Answer the first questions' })
  expect(link.pathname + link.search).not.toContain(TOKEN)
  expect(link.getAttribute('href')).toBe(paths.register({ callbackUrl: HERE }))
})

it('keeps what went wrong, and the focus on its button, while it asks again', async () => {
  answers['POST user/crew/link'] = refused(503, 'UNAVAILABLE')
  renderQueried(<CrewInvitation />, makeQueryClient())
  const button = await screen.findByRole('button', { name: 'Try again' })
  answers['POST user/crew/link'] = new Promise(() => undefined)
  await userEvent.click(button)
  await vi.waitFor(() => expect(button.textContent).toMatch(/Working/))
  expect(screen.getByRole('alert').textContent).toMatch(/The invitation did not load/)
  expect(document.activeElement).toBe(button)
})
