// What an editor presses again because the answer was lost is sent with the same key: the server does it once.
import { field, press, userEvent, waitFor } from '../../test/kit'
import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../api/client/failure'
import { news, newsDetails, track } from '../../test/content'
import { renderInEditor } from '../../test/editor'
import type { ContentType } from './api'
import { ContentList } from './ContentList'
import { CreateDialog } from './CreateDialog'
import { DeleteDialog } from './DeleteDialog'
import { History } from './history/History'
import { ImageLibrary } from './ImageLibrary'
import { PictureDialog } from './PictureDialog'
import { TakeDownDialog } from './TakeDownDialog'

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => Promise.resolve() }))

const type = {
  typeId: 'flexi-page',
  type: 'Flexi',
  kind: 'page',
  description: '',
  elements: [],
} as ContentType

const deleted = { ...news, kind: 'page', status: 'deleted', readyRev: null, problems: 0 }

const revisions = [4, 3].map((rev) => ({
  rev,
  name: 'News',
  status: 'ready',
  savedAt: news.lastModified,
  takenDown: false,
}))

const nothing = () => undefined

beforeEach(() => {
  const read = (path: string) => {
    if (path.endsWith('/revisions')) return Promise.resolve({ revisions })
    if (path.endsWith('/{revision}')) return Promise.resolve(news)
    if (path.endsWith('/images')) return Promise.resolve({ images: [track] })
    return Promise.resolve({ items: [deleted] })
  }
  const lost = new ApiFailure(NETWORK_CODE, '', 0)
  vi.spyOn(api, 'get').mockImplementation(read as never)
  vi.spyOn(api, 'post').mockResolvedValue(news as never)
  vi.mocked(api.post).mockRejectedValueOnce(lost)
  vi.spyOn(api, 'delete').mockResolvedValue({ id: 'news', rev: 4 } as never)
  vi.mocked(api.delete).mockRejectedValueOnce(lost)
  vi.spyOn(api, 'put').mockResolvedValue(track as never)
  vi.mocked(api.put).mockRejectedValueOnce(lost)
  vi.spyOn(api, 'upload').mockResolvedValue(track as never)
  vi.mocked(api.upload).mockRejectedValueOnce(lost)
})

const show = (children: ReactNode) => renderInEditor(children, [type])

const sent = () =>
  [
    ...vi.mocked(api.post).mock.calls,
    ...vi.mocked(api.put).mock.calls,
    ...vi.mocked(api.delete).mock.calls,
    ...vi.mocked(api.upload).mock.calls,
  ] as unknown as [string, unknown, { idempotencyKey?: string }][]

const choose = (words: string) =>
  userEvent.upload(field('Picture'), new File([words], 'track.png', { type: 'image/png', lastModified: 0 }))

async function pressTwice(name: string, between = () => Promise.resolve()) {
  await press(name)
  await between()
  // A button takes no press before the first has failed.
  await waitFor(async () => {
    if (sent().length < 2) await press(name)
    expect(sent().length).toBeGreaterThan(1)
  })
  return sent()
}

async function keepsItsKey(name: string) {
  const [lost, again] = await pressTwice(name)
  expect(again?.slice(0, 2)).toEqual(lost?.slice(0, 2))
  expect(lost?.[2].idempotencyKey).toBeTruthy()
  expect(again?.[2].idempotencyKey).toBe(lost?.[2].idempotencyKey)
}

it('makes an item', async () => {
  show(<CreateDialog onCreated={nothing} onClose={nothing} />)
  await userEvent.type(field('Name'), 'News')
  await keepsItsKey('Create it')
})

it('deletes an item', async () => {
  show(<DeleteDialog details={newsDetails} onClose={nothing} />)
  await keepsItsKey('Delete it')
})

it('takes an item down', async () => {
  show(<TakeDownDialog details={newsDetails} rev={4} onClose={nothing} onDone={nothing} />)
  await keepsItsKey('Take it down')
})

it('brings an earlier version back', async () => {
  show(
    <History
      details={newsDetails}
      address={{ section: 'content', item: 'news', view: 'history', rev: '3' }}
    />,
  )
  await keepsItsKey('Bring this version back')
})

it('brings a deleted item back', async () => {
  show(<ContentList address={{ section: 'content', status: 'deleted' }} />)
  await keepsItsKey('Bring News back')
})

it('adds a picture', async () => {
  show(<ImageLibrary />)
  await choose('one')
  await keepsItsKey('Add the picture')
})

it('adds another file of the same name with another key', async () => {
  show(<ImageLibrary />)
  await choose('one')
  const [lost, other] = await pressTwice('Add the picture', () => choose('another'))
  expect(other?.[2].idempotencyKey).toBeTruthy()
  expect(other?.[2].idempotencyKey).not.toBe(lost?.[2].idempotencyKey)
})

it('changes a picture', async () => {
  show(<PictureDialog picture={track} onClose={nothing} onDeleted={nothing} />)
  await userEvent.type(field(/^What it shows/), ' at dusk')
  await keepsItsKey('Save')
})

it('deletes a picture', async () => {
  show(<PictureDialog picture={track} onClose={nothing} onDeleted={nothing} />)
  await press('Delete the picture')
  await keepsItsKey('Delete it')
})
