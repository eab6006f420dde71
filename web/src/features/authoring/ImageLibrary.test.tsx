// The library's pictures, added, renamed and deleted.
import { field, press, screen, userEvent, within } from '../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiFailure } from '../../api/client/failure'
import { track } from '../../test/content'
import { renderInEditor } from '../../test/editor'
import { ImageLibrary } from './ImageLibrary'

const IMAGE = 'content/{libraryId}/authoring/v1/images/{id}'
const oval = { ...track, id: 'b2', name: 'Oval', altText: '' }

const api = vi.hoisted(() => ({ get: vi.fn(), put: vi.fn(), delete: vi.fn(), upload: vi.fn() }))
vi.mock('../../api/client/client', () => ({ api, newKey: () => 'key' }))

let images = [oval, track]
beforeEach(() => {
  images = [oval, track]
  api.get.mockImplementation(() => Promise.resolve({ images }))
})

const show = () => renderInEditor(<ImageLibrary />)

async function open(name: string) {
  show()
  await press(`Change or delete ${name}`)
}

it('gives a picture another name and description', async () => {
  api.put.mockImplementation((_path, { name, altText }: { name: string; altText: string }) => {
    images = [oval, { ...track, name, altText }]
    return Promise.resolve(images[1])
  })
  await open('Track')
  const dialog = within(screen.getByRole('dialog', { name: 'Track' }))
  const name = dialog.getByLabelText(/^Name/)
  await userEvent.clear(name)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  dialog.getByText('Give the picture a name.', { selector: 'a *, a' })
  expect(api.put).not.toHaveBeenCalled()
  await userEvent.type(name, 'Home straight')
  await userEvent.type(dialog.getByLabelText(/^What it shows/), ' at dusk')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Home straight')
  expect(api.put.mock.calls[0]?.slice(0, 2)).toEqual([
    IMAGE,
    { name: 'Home straight', altText: 'A track at dusk' },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says why a description was refused', async () => {
  const said = 'Keep the description to 200 characters, on one line.'
  api.put.mockRejectedValueOnce(new ApiFailure('FIELD_INVALID', said, 400, 'altText'))
  await open('Track')
  const dialog = within(screen.getByRole('dialog', { name: 'Track' }))
  await userEvent.type(dialog.getByLabelText(/^What it shows/), ' at dusk')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(said)
})

it('deletes a picture after a question, and the focus stays in the library', async () => {
  api.delete.mockImplementation(() => {
    images = [oval]
    return Promise.resolve({ id: 'a1' })
  })
  await open('Track')
  await press('Delete the picture')
  const question = within(screen.getByRole('alertdialog', { name: 'Delete “Track”?' }))
  await userEvent.click(question.getByRole('button', { name: 'Delete it' }))
  await vi.waitFor(() => expect(screen.queryByText('Track')).toBeNull())
  expect(api.delete.mock.calls[0]?.[0]).toBe(IMAGE)
  screen.getByText('Oval')
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Pictures in the library' }))
})

it('names the items that show a picture', async () => {
  const usedBy = [{ id: 'home-hero', name: 'Homepage: hero' }]
  const failure = new ApiFailure('CONTENT_IN_USE', '', 422, null, null, null, { usedBy })
  api.delete.mockRejectedValueOnce(failure)
  await open('Oval')
  await press('Delete the picture')
  await press('Delete it')
  const link = await screen.findByRole('link', { name: 'Homepage: hero' })
  expect(link.getAttribute('href')).toContain('item=home-hero')
  expect(screen.queryByRole('button', { name: 'Delete it' })).toBeNull()
})

it('keeps the next picture that is chosen while one is uploaded', async () => {
  let answer = () => {}
  api.upload.mockReturnValueOnce(new Promise((resolve) => (answer = () => resolve(track))))
  show()
  const picture = field('Picture')
  const choose = (name: string) => userEvent.upload(picture, new File([''], name, { type: 'image/png' }))
  await choose('track.png')
  await press('Add the picture')
  await choose('oval.png')
  answer()
  await screen.findByRole('button', { name: 'Add the picture' })
  expect(picture.files?.[0]?.name).toBe('oval.png')
  expect(field(/^Name/).value).toBe('oval')
})
