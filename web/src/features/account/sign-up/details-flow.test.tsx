import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { renderQueried } from '../../../test/render'
import { routed } from '../../../test/router'
import { DRAFT_STORAGE_KEY, EMPTY_DRAFT, useSignUpDraft } from '../draft'
import { DetailsFlow } from './DetailsFlow'

vi.mock('../form/checks', async (original) => ({
  ...(await original<typeof import('../form/checks')>()),
  checkFields: () => Promise.resolve([]),
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
const next = () => userEvent.click(screen.getByRole('button', { name: 'Next' }))
const draft = () => useSignUpDraft.getState().draft

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  useSignUpDraft.setState({ draft: EMPTY_DRAFT })
})

it('asks for the medical notes again that a reload has cleared', async () => {
  await reloadAtTheEnd('asthma')
  await title('In your corner.')
  expect(notice()).not.toBeNull()
  await userEvent.type(screen.getByLabelText(/Medical notes/), 'asthma')
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
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await title('In your corner.')
  expect(notice()).toBeNull()
})

it('stays where it was for somebody who had typed none', async () => {
  await reloadAtTheEnd('')
  await title('Last one.')
})
