import { field, press, renderQueried, screen, serve, userEvent } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { routed } from '../../../test/router'
import { DRAFT_STORAGE_KEY, EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { DetailsFlow } from './DetailsFlow'

vi.mock('../form/checks', async (original) => ({
  ...(await original<typeof import('../form/checks')>()),
  checkFields: () => Promise.resolve([]),
}))

vi.mock('../../../auth/SessionProvider', async (original) => ({
  ...(await original<object>()),
  useSession: () => ({ status: 'unauthenticated' }),
}))

/** Somebody types medical notes and reloads the page at its last group. */
async function reloadAtTheEnd(medicalIssues: string) {
  useSignUpDraft.getState().keep({ medicalIssues })
  const stored = sessionStorage.getItem(DRAFT_STORAGE_KEY) ?? ''
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
  sessionStorage.setItem(DRAFT_STORAGE_KEY, stored)
  await useSignUpDraft.persist.rehydrate()
  renderQueried(routed(<DetailsFlow />, '/#social'))
}

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const notice = () => screen.queryByText('Please type your medical notes again')
const next = () => press('Next')
const draft = () => useSignUpDraft.getState().draft

beforeEach(() => {
  serve({})
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
})

it('asks for the medical notes again that a reload has cleared', async () => {
  await reloadAtTheEnd('asthma')
  await title('In your corner.')
  expect(notice()).not.toBeNull()
  await userEvent.type(field(/Medical notes/), 'asthma')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('In your corner.')
  await next()
  await title('Last one.')
  expect(draft()).toMatchObject({ medicalIssues: 'asthma', notesTyped: true })
})

it('goes on without them, and does not ask a second time', async () => {
  await reloadAtTheEnd('asthma')
  await title('In your corner.')
  await next()
  await title('Last one.')
  expect(draft().notesTyped).toBe(false)
  await press('Back')
  await title('In your corner.')
  expect(notice()).toBeNull()
})

it('stays where it was for somebody who had typed none', async () => {
  await reloadAtTheEnd('')
  await title('Last one.')
})

const bornYearsAgo = (years: number) => `${new Date().getUTCFullYear() - years}-01-01`
const chosen = () => screen.queryByRole('radio', { checked: true })?.closest('label')?.textContent

// RULES 6.7
it('has somebody under 18 choose about the leaderboard, and says what it takes besides', async () => {
  useSignUpDraft.getState().keep({ dateOfBirth: bornYearsAgo(17) })
  renderQueried(routed(<DetailsFlow />, '/'))
  await screen.findByText(/public boards show you only once you also choose/)
  expect(chosen()).toBeUndefined()
  await next()
  expect((await screen.findByRole('alert')).textContent).toContain('Choose whether you want to be')
  await userEvent.click(screen.getByRole('radio', { name: 'Just my scores' }))
  await next()
  await title('How do we reach you?')
  expect(draft().isCompetitor).toBe('no')
})

it('counts an adult in unless they choose otherwise', async () => {
  useSignUpDraft.getState().keep({ dateOfBirth: bornYearsAgo(30) })
  renderQueried(routed(<DetailsFlow />, '/'))
  await title('Tell us how you train.')
  expect(chosen()).toBe('Count me in')
  expect(screen.queryByText(/You are under 18/)).toBeNull()
  await next()
  await title('How do we reach you?')
})
