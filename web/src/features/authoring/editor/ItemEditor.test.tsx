// The editor of an item: the text it keeps, how it saves, and what it shows when it cannot save.
import { press, queriesKnowing, renderQueried, screen, userEvent, within } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../../api/client/failure'
import { detailsOf, slogan } from '../../../test/content'
import { inEditor } from '../../../test/editor'
import { itemQuery, type ContentType, type Item, type ItemDetails } from '../api'
import { ItemEditor } from './ItemEditor'
import { keepUnsaved, readUnsaved } from './unsaved'

vi.mock('../../../state/LeaveDialog', () => ({ LeaveDialog: () => null }))
vi.mock('./PreviewPane', () => ({ PreviewPane: () => null }))

const type = {
  typeId: 'slogan',
  type: 'One line',
  kind: 'component',
  description: '',
  elements: [{ key: 'headline', label: 'Headline', elementType: 'text', required: false, list: false }],
} as ContentType

const text = (value: string) => ({ elementType: 'text', value })

const details = detailsOf(slogan, slogan)

/** Saves what it is sent, like the server. */
const save = (_: string, item: Item) => Promise.resolve({ ...item, rev: item.rev + 1 })

const refusal = (status: number, code: string, more: Record<string, unknown>) =>
  new ApiFailure(code, '', status, null, null, null, more)

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(api, 'get').mockResolvedValue({ items: [] } as never)
  vi.spyOn(api, 'put').mockImplementation(save as never)
})

const editor = (shown: ItemDetails, shownType = type) =>
  inEditor(<ItemEditor details={shown} address={{ section: 'content', item: 'slogan' }} />, [shownType])

const edit = () => renderQueried(editor(details))

/** The storage of unsaved changes as another tab uses it. */
async function otherTab() {
  vi.resetModules()
  const tab = await import('./unsaved')
  return {
    keep: (words: string) => {
      const draft = { ...slogan, elements: { headline: text(words) } }
      tab.keepUnsaved('u', 'library', 'slogan', { base: slogan, draft })
    },
    kept: () => tab.readUnsaved('u', 'library', 'slogan'),
  }
}

const field = () => screen.getByLabelText<HTMLInputElement>(/^Headline/)
it.each([
  ['Carry on with it', 'Older words.'],
  ['Discard it', 'Be all six.'],
])('waits for “%s” before anything is typed, and keeps what is typed then', async (button, words) => {
  const draft = { ...slogan, elements: { headline: text('Older words.') } }
  keepUnsaved('u', 'library', 'slogan', { base: slogan, draft })
  edit()
  expect(field().closest('[inert]')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Take it down' }).closest('[inert]')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Publish' }).closest('[inert]')).not.toBeNull()
  expect(screen.getByRole('button', { name: button }).closest('[inert]')).toBeNull()
  await press(button)
  expect(field().value).toBe(words)
  expect(field().closest('[inert]')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Slogan' }))
  await userEvent.type(field(), ' And on.')
  expect(readUnsaved('u', 'library', 'slogan')?.draft.elements.headline).toEqual(text(`${words} And on.`))
})

it('sends a save whose answer was lost again with its key, and other words with another', async () => {
  vi.mocked(api.put).mockRejectedValueOnce(new ApiFailure(NETWORK_CODE, '', 0))
  edit()
  await userEvent.type(field(), ' Go.')
  await press('Save draft')
  await screen.findByText('Not saved')
  await press('Save draft')
  await screen.findByText(/^Draft saved/)
  await userEvent.type(field(), ' On.')
  await press('Save draft')
  await vi.waitFor(() => expect(api.put).toHaveBeenCalledTimes(3))
  const sent = vi.mocked(api.put).mock.calls as unknown as [string, Item, { idempotencyKey?: string }][]
  const [lost, again, other] = sent.map(([, , options]) => options.idempotencyKey)
  expect(lost).toBeTruthy()
  expect(again).toBe(lost)
  expect(other).toBeTruthy()
  expect(other).not.toBe(lost)
})

it('keeps what is typed while a save is under way, even if the editor is left before its answer', async () => {
  let answer = () => {}
  const waits = (path: string, item: Item) =>
    new Promise<Item>((resolve) => {
      answer = () => void save(path, item).then(resolve)
    })
  vi.mocked(api.put).mockImplementationOnce(waits as never)
  const { unmount } = edit()
  await userEvent.type(field(), ' Go.')
  await press('Save draft')
  await vi.waitFor(() => expect(api.put).toHaveBeenCalledOnce())
  await userEvent.type(field(), ' On.')
  unmount()
  answer()
  await vi.waitFor(() => expect(readUnsaved('u', 'library', 'slogan')).toMatchObject({ base: { rev: 5 } }))
  expect(readUnsaved('u', 'library', 'slogan')?.draft).toMatchObject({
    rev: 5,
    elements: { headline: text('Be all six. Go. On.') },
  })
})

it('carries on from a save that is answered only after the editor has come back', async () => {
  const draft = { ...slogan, elements: { headline: text('Be all six. Go. On.') } }
  keepUnsaved('u', 'library', 'slogan', { base: slogan, draft })
  const { rerender } = renderQueried(editor(details))
  const saved = { ...slogan, rev: 5, elements: { headline: text('Be all six. Go.') } }
  keepUnsaved('u', 'library', 'slogan', { base: saved, draft: { ...draft, rev: 5 } })
  rerender(editor({ ...details, item: saved }))
  await press('Carry on with it')
  await press('Save draft')
  await screen.findByText(/^Draft saved/)
  expect(vi.mocked(api.put).mock.lastCall?.[1]).toMatchObject({ rev: 5, elements: draft.elements })
})

it('leaves what another tab keeps as it is, and offers it on the next visit', async () => {
  const { unmount } = edit()
  const other = await otherTab()
  other.keep('Words of the other tab.')
  await userEvent.type(field(), ' Go.')
  await press('Save draft')
  await screen.findByText(/^Draft saved/)
  expect(readUnsaved('u', 'library', 'slogan')).toBeNull()
  expect(other.kept()?.draft.elements.headline).toEqual(text('Words of the other tab.'))
  unmount()
  renderQueried(editor({ ...details, item: { ...slogan, rev: 5 } }))
  await screen.findByText(/^It is from an earlier visit or from another tab/)
  await press('Carry on with it')
  expect(field().value).toBe('Words of the other tab.')
  expect(other.kept()).toBeNull()
  await press('Save draft')
  await vi.waitFor(() => expect(api.put).toHaveBeenCalledTimes(2))
  // The revision that those words were typed over: the server refuses it, and the editor is asked.
  expect(vi.mocked(api.put).mock.lastCall?.[1]).toMatchObject({ rev: 4 })
})

it('leaves what another tab keeps over its own revision if the editor is left before a save is answered', async () => {
  let answer = () => {}
  const waits = (path: string, item: Item) =>
    new Promise<Item>((resolve) => {
      answer = () => void save(path, item).then(resolve)
    })
  vi.mocked(api.put).mockImplementationOnce(waits as never)
  const queries = queriesKnowing([itemQuery('library', 'slogan').queryKey, details])
  const { unmount } = renderQueried(editor(details), queries)
  const other = await otherTab()
  await userEvent.type(field(), ' Go.')
  await press('Save draft')
  await vi.waitFor(() => expect(api.put).toHaveBeenCalledOnce())
  other.keep('Words of the other tab.')
  unmount()
  answer()
  const known = () => queries.getQueryData(itemQuery('library', 'slogan').queryKey)
  await vi.waitFor(() => expect(known()?.item.rev).toBe(5))
  expect(other.kept()).toMatchObject({
    base: { rev: 4 },
    draft: { rev: 4, elements: { headline: text('Words of the other tab.') } },
  })
})

it('forgets what another tab keeps once it is stored', async () => {
  const other = await otherTab()
  other.keep('Be all six.')
  edit()
  await vi.waitFor(() => expect(other.kept()).toBeNull())
  expect(field().closest('[inert]')).toBeNull()
})

// Not again what somebody has taken down meanwhile: that is a draft.
it.each([
  ['ready', 'Publish', 'Published: visitors see this now'],
  ['draft', 'Save draft', /^Draft saved/],
])('goes on with what turns out to be stored as %s already', async (status, button, done) => {
  const current = { ...slogan, status, rev: 5, elements: { headline: text('Be all six. Go.') } }
  const changed = refusal(409, 'CONTENT_CHANGED', { current, savedBy: 'Robin Field' })
  vi.mocked(api.put).mockRejectedValueOnce(changed)
  edit()
  await userEvent.type(field(), ' Go.')
  await press('Publish')
  const dialog = within(await screen.findByRole('alertdialog', { name: 'This was saved meanwhile' }))
  await userEvent.click(await dialog.findByRole('button', { name: button }))
  await screen.findByText(done)
  expect(vi.mocked(api.put).mock.lastCall?.[1]).toMatchObject({ status, rev: 5 })
})

it.each([
  ['saved', 400, 'CONTENT_MALFORMED'],
  ['published', 422, 'CONTENT_INVALID'],
])('says what to fix before it can be %s', async (done, status, code) => {
  const problems = [{ element: 'headline', problem: 'WORDS', message: 'Other words, please.' }]
  vi.mocked(api.put).mockRejectedValueOnce(refusal(status, code, { problems }))
  edit()
  await userEvent.type(field(), ' Go.')
  await press('Publish')
  await screen.findByText(`One thing to fix before this can be ${done}`)
})

it('leaves the focus beside “Undo all”, which goes, and on the button that has saved', async () => {
  edit()
  await userEvent.type(field(), ' Go.')
  await press('Undo all')
  expect(screen.queryByRole('button', { name: 'Undo all' })).toBeNull()
  const button = screen.getByRole('button', { name: 'Save draft' })
  expect(document.activeElement).toBe(button)
  // There is nothing to save now.
  await userEvent.click(button)
  await press('Publish')
  expect(api.put).not.toHaveBeenCalled()
  await userEvent.type(field(), ' On.')
  await press('Save draft')
  await screen.findByText(/^Draft saved/)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save draft' }))
})

it('says what visitors do not see of something that was published: newer drafts of what it shows', async () => {
  const hero = { id: 'hero', name: 'Hero', status: 'draft', elements: {} }
  const elements = { parts: { elementType: 'reference', values: [hero, { ...hero, status: 'ready' }] } }
  const post = vi.spyOn(api, 'post').mockResolvedValue({ ...slogan, status: 'draft', elements } as never)
  edit()
  await vi.waitFor(() => expect(post).toHaveBeenCalled())
  await userEvent.type(field(), ' Go.')
  await press('Publish')
  await screen.findByText('Published: visitors see this now, but not the newer draft of “Hero”')
})

// RULES 13.1
it('says which links will lead on until the new address is published', async () => {
  const path = { key: 'path', label: 'Address', elementType: 'text', required: true, list: false }
  const page = { ...type, elements: [path] } as ContentType
  const at = (address: string) => ({ ...slogan, elements: { path: text(address) } })
  const published = { ...details, item: at('/old'), ready: at('/old') }
  const effect = 'Once published, links to /old lead to /older'
  const { unmount } = renderQueried(editor(published, page))
  await userEvent.type(screen.getByLabelText(/^Address/), 'er')
  screen.getByText(`Not saved yet. ${effect}`)
  await press('Save draft')
  await screen.findByText(`Draft saved: visitors still see what they saw before. ${effect}`)
  await press('Publish')
  await screen.findByText('Published: visitors see this now')
  unmount()
  // The draft as a later visit finds it.
  renderQueried(editor({ ...published, item: { ...at('/older'), status: 'draft', rev: 5 } }, page))
  screen.getByText(`Saved 1 Nov 2026, 09:00. ${effect}`)
})
