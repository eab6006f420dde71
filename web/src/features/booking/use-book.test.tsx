// The booking page while what it needs does not come.
import { refused, renderQueried, screen, serve, userEvent } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client'
import { BookTest } from './BookTest'

vi.mock('../../rules', () => ({ useRules: () => ({}) }))
vi.mock('../../api/live/live', () => ({ useLive: () => ({}) }))
vi.mock('../../state/use-hydrated', () => ({ useHydrated: () => true }))
vi.mock('../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'unauthenticated' }) }))
vi.mock('@tanstack/react-router', () => ({
  useLocation: ({ select }: { select: (at: { searchStr: string }) => unknown }) => select({ searchStr: '' }),
}))

const NO_WORDS = { headline: '', text: '' }

it('keeps what went wrong, and the focus on its button, while it asks again', async () => {
  serve({ 'GET event/availability': { days: [] }, '*': refused(422, 'SLOT_FULL') })
  const words = { headline: 'Book', intro: '', details: NO_WORDS, confirm: NO_WORDS }
  renderQueried(<BookTest words={words} />, makeQueryClient())
  const button = await screen.findByRole('button', { name: 'Try again' })
  serve({})
  await userEvent.click(button)
  await vi.waitFor(() => expect(button.textContent).toMatch(/Working/))
  expect(document.activeElement).toBe(button)
})
