import { beforeEach, expect, it, vi } from 'vitest'
import { isPhoto, openPhoto } from './photo'

/** What the browser makes of a file; null if it cannot open it. */
let opened: { naturalWidth: number; naturalHeight: number } | null

beforeEach(() => {
  opened = { naturalWidth: 4000, naturalHeight: 3000 }
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      decode = () =>
        opened ? Promise.resolve(Object.assign(this, opened)) : Promise.reject(new DOMException('no'))
    },
  )
  URL.createObjectURL = () => 'blob:photo'
  URL.revokeObjectURL = () => undefined
  HTMLCanvasElement.prototype.getContext = (() => ({ drawImage: vi.fn() })) as never
  HTMLCanvasElement.prototype.toBlob = (done) => done(new Blob(['jpeg']))
})
const problemOf = async (name: string, type: string, size = 1) => {
  const file = new File(['x'], name, { type })
  Object.defineProperty(file, 'size', { value: size })
  const photo = await openPhoto(file)
  return isPhoto(photo) ? null : photo.problem
}

it('a photograph is made no larger than a card needs', async () => {
  const photo = await openPhoto(new File(['x'], 'me.jpg', { type: 'image/jpeg' }))
  expect(photo).toMatchObject({ width: 3000, height: 2250, url: 'blob:photo' })
  opened = { naturalWidth: 640, naturalHeight: 480 }
  expect(await openPhoto(new File(['x'], 'me', { type: '' }))).toMatchObject({ width: 640, height: 480 })
})

it('a photograph knows its file by the SHA-256, where the browser has one', async () => {
  const file = new File(['x'], 'me.jpg', { type: 'image/jpeg' })
  const source = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'
  expect(await openPhoto(file)).toMatchObject({ source })
  vi.stubGlobal('crypto', { randomUUID: () => 'a' })
  const photo = await openPhoto(file)
  expect(photo).toMatchObject({ id: 'a' })
  expect(photo).not.toHaveProperty('source')
})

it('what is no picture, or a drawing that may hold anything, is refused', async () => {
  expect(await problemOf('cv.pdf', 'application/pdf')).toMatch(/not a photograph/)
  expect(await problemOf('logo.svg', 'image/svg+xml')).toMatch(/not a photograph/)
  opened = null
  expect(await problemOf('mystery', '')).toMatch(/not a photograph/)
})

it('what is too large is refused', async () => {
  expect(await problemOf('me.jpg', 'image/jpeg', 40_000_001)).toMatch(/too large/)
  opened = { naturalWidth: 20_000, naturalHeight: 6000 }
  expect(await problemOf('me.jpg', 'image/jpeg')).toMatch(/too large/)
})

it('what the browser cannot open is refused, with a way out for a phone’s own format', async () => {
  opened = null
  expect(await problemOf('me.jpg', 'image/jpeg')).toMatch(/damaged/)
  expect(await problemOf('IMG_1.HEIC', '')).toMatch(/HEIC.*JPEG/)
  expect(await problemOf('IMG_1', 'image/heif')).toMatch(/HEIC.*JPEG/)
})
