import { act, around, renderHook, serve } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { seenPart, type PlacedPhoto } from '../photo/photo'
import { CENTRED } from '../photo/placement'
import { useLinks } from './use-links'

vi.mock('../photo/photo', async (original) => ({
  ...(await original<typeof import('../photo/photo')>()),
  seenPart: vi.fn(),
}))

// RULES 13.20
it('names the file of a photograph with each part of it that it uploads', async () => {
  const sent = serve({ '*': { photoId: 'p1', shareId: 'one', url: '' } })
  vi.mocked(seenPart).mockResolvedValue(new Blob(['part'], { type: 'image/jpeg' }))
  const source = 'ab'.repeat(32)
  const photo = {
    id: 'a',
    url: 'blob:a',
    image: document.createElement('img'),
    width: 400,
    height: 300,
    source,
  }
  const behind: PlacedPhoto = { photo, crop: CENTRED }
  const { result } = renderHook(() => useLinks(), { wrapper: around() })
  for (const format of ['story', 'square'] as const)
    await act(async () => {
      await result.current.make.run({
        card: { template: 'season_card', colour: 'black', bookingId: '7', format },
        behind,
      })
    })
  const photos = sent.filter(({ call }) => call === 'POST user/card/photo')
  expect(photos.map(({ query }) => query.get('source'))).toEqual([source, source])
})
