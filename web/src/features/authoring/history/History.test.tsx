// The versions of an item, of which the server lists a hundred at a time.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../../api/client/failure'
import { renderQueried } from '../../../test/render'
import type { Item, ItemDetails } from '../api'
import { AuthoringContext } from '../authoring-context'
import { History } from './History'

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => Promise.resolve() }))

const text = (value: string) => ({ elementType: 'text', value })

const item: Item & ItemDetails['item'] = {
  id: 'slogan',
  name: 'Slogan',
  typeId: 'slogan',
  type: 'One line',
  status: 'draft',
  libraryId: 'library',
  tags: [],
  elements: { headline: text('Headline 3') },
  rev: 3,
  lastModified: '2026-11-01T09:00:00Z',
}

const details: ItemDetails = {
  item,
  ready: null,
  takenDown: false,
  needed: false,
  problems: [],
  usedBy: [],
  linkedFrom: [],
}

const listed = (rev: number) => ({
  rev,
  name: 'Slogan',
  status: 'draft',
  savedAt: item.lastModified,
  takenDown: false,
})

interface Asked {
  path: { revision?: number }
  query?: { cursor?: string }
}

/** Whether the next request for older versions fails. */
let fails: boolean

/** How often older versions were asked for. */
let asked: number

function answer(path: string, { path: { revision }, query }: Asked) {
  if (path.endsWith('/{revision}'))
    return Promise.resolve({ ...item, rev: revision, elements: { headline: text(`Headline ${revision}`) } })
  if (!path.endsWith('/revisions')) return Promise.resolve({ items: [] })
  if (query?.cursor !== '2') return Promise.resolve({ revisions: [listed(3), listed(2)], cursor: '2' })
  asked += 1
  if (fails) return Promise.reject(new ApiFailure(NETWORK_CODE, '', 0))
  return Promise.resolve({ revisions: [listed(1)] })
}

beforeEach(() => {
  fails = false
  asked = 0
  vi.spyOn(api, 'get').mockImplementation(answer as never)
})

const open = (rev?: string) =>
  renderQueried(
    <AuthoringContext value={{ library: 'library', types: [], uaid: 'u', preview: () => null }}>
      <History
        details={details}
        place={{ section: 'content', item: 'slogan', view: 'history', ...(rev && { rev }) }}
      />
    </AuthoringContext>,
  )

const oldest = { name: /Version 1/ }

it('goes on to older versions at a press', async () => {
  open()
  await screen.findByRole('link', { name: /Version 2/ })
  expect(screen.queryByRole('link', oldest)).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Older versions' }))
  await screen.findByRole('link', oldest)
  expect(screen.queryByRole('button', { name: 'Older versions' })).toBeNull()
})

it('compares the last version of the list with the one before it', async () => {
  open('2')
  // The title above the older text.
  await screen.findByText('Version 1', { selector: 'p' })
})

it('opens a version that is not among the newest', async () => {
  open('1')
  await screen.findByText(/^Version 1, of/)
})

it('says so once where older versions do not load, and asks again at a press', async () => {
  fails = true
  open('2')
  await screen.findByRole('alert')
  expect(asked).toBe(1)
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Version 1', { selector: 'p' })
})
