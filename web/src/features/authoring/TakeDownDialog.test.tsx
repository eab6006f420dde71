// What the question says before an item is taken down, and what follows from the answer.
import { press, screen } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { ApiFailure } from '../../api/client/failure'
import { news, newsDetails } from '../../test/content'
import { renderInEditor } from '../../test/editor'
import type { ItemDetails } from './api'
import { TakeDownDialog } from './TakeDownDialog'

const post = vi.hoisted(() => vi.fn<(path: string, body: unknown) => Promise<unknown>>())
vi.mock('../../api/client/client', () => ({ api: { post }, newKey: () => 'key' }))

function ask(more: Partial<ItemDetails> = {}) {
  const details: ItemDetails = { ...newsDetails, ...more }
  const [onClose, onDone] = [vi.fn(), vi.fn()]
  renderInEditor(<TakeDownDialog details={details} rev={4} onClose={onClose} onDone={onDone} />)
  return { onClose, onDone, yes: () => press('Take it down') }
}

const refuse = (status: number, code: string, details: Record<string, unknown>) =>
  post.mockRejectedValueOnce(new ApiFailure(code, '', status, null, null, null, details))

it('says what visitors get instead, and where links lead to it', async () => {
  const down = { ...news, status: 'draft', rev: 5 }
  post.mockResolvedValueOnce(down)
  const { onDone, yes } = ask({ linkedFrom: [{ id: 'menu', name: 'Side menu' }] })
  screen.getByRole('alertdialog', { name: 'Take “News” down?' })
  screen.getByText(/\/en-gb\/news says that the page cannot be found/)
  expect(screen.getByRole('link', { name: 'Side menu' }).getAttribute('href')).toContain('item=menu')
  await yes()
  expect(post.mock.calls[0]?.slice(0, 2)).toEqual([
    'content/{libraryId}/authoring/v1/content/{id}/take-down',
    { rev: 4 },
  ])
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledWith(down))
})

it('says of a letter and of a part of a page what becomes of it', () => {
  ask({ item: { ...news, typeId: 'letter' }, ready: { ...news, elements: {} } })
  screen.getByText(/sent in its original words/)
  expect(screen.queryByText(/Links to it/)).toBeNull()
})

it('names the items that show it', async () => {
  refuse(422, 'CONTENT_IN_USE', { usedBy: [{ id: 'home', name: 'Homepage' }] })
  const { onClose, onDone, yes } = ask()
  await yes()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Take it out of these first')
  screen.getByRole('link', { name: 'Homepage' })
  expect(screen.queryByRole('button', { name: 'Take it down' })).toBeNull()
  await press('All right')
  expect(onClose).toHaveBeenCalledOnce()
  expect(onDone).not.toHaveBeenCalled()
})

it('leaves it up when somebody else has just saved it', async () => {
  refuse(409, 'CONTENT_CHANGED', { current: { ...news, rev: 5 }, savedBy: 'Robin Field' })
  const { onDone, yes } = ask()
  await yes()
  expect((await screen.findByRole('alert')).textContent).toContain('Robin Field has just saved this')
  expect(onDone).not.toHaveBeenCalled()
})
