// The versions of an item, of which the server lists a hundred at a time.
import { useQuery } from '@tanstack/react-query'
import { press, screen } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../../api/client/failure'
import { detailsOf, slogan } from '../../../test/content'
import { renderInEditor } from '../../../test/editor'
import { itemQuery } from '../api'
import { History } from './History'

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => Promise.resolve() }))

const text = (value: string) => ({ elementType: 'text', value })

const item: typeof slogan = {
  ...slogan,
  status: 'draft',
  elements: { headline: text('Headline 3') },
  rev: 3,
}
const details = detailsOf(item, null)

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

/** The item as the server has it. */
let stored: typeof item

function answer(path: string, { path: { revision }, query }: Asked) {
  if (path.endsWith('/{revision}'))
    return Promise.resolve({ ...item, rev: revision, elements: { headline: text(`Headline ${revision}`) } })
  if (path.endsWith('/{id}')) return Promise.resolve({ ...details, item: stored })
  if (!path.endsWith('/revisions')) return Promise.resolve({ items: [] })
  if (query?.cursor !== '2') return Promise.resolve({ revisions: [listed(3), listed(2)], cursor: '2' })
  asked += 1
  if (fails) return Promise.reject(new ApiFailure(NETWORK_CODE, '', 0))
  return Promise.resolve({ revisions: [listed(1)] })
}

beforeEach(() => {
  fails = false
  asked = 0
  stored = item
  vi.spyOn(api, 'get').mockImplementation(answer as never)
})

const address = { section: 'content', item: 'slogan', view: 'history' } as const

const open = (rev?: string) =>
  renderInEditor(<History details={details} address={{ ...address, ...(rev && { rev }) }} />)

/** A version of the item as the server has it. */
function StoredHistory({ rev }: { rev: string }) {
  const { data } = useQuery(itemQuery('library', 'slogan'))
  return data && <History details={data} address={{ ...address, rev }} />
}

const oldest = { name: /Version 1/ }

it('goes on to older versions at a press', async () => {
  open()
  await screen.findByRole('link', { name: /Version 2/ })
  expect(screen.queryByRole('link', oldest)).toBeNull()
  await press('Older versions')
  await screen.findByRole('link', oldest)
  expect(screen.queryByRole('button', { name: 'Older versions' })).toBeNull()
})

it('compares the last version of the list with the one before it', async () => {
  open('2')
  // The title above the older text.
  await screen.findByText('Version 1', { selector: 'p' })
})

it('says of a draft of the published words that nothing changed for visitors', async () => {
  vi.spyOn(api, 'get').mockImplementation((async (path: string, asked: Asked) => {
    const answered = await answer(path, asked)
    const status = asked.path.revision === 2 ? 'ready' : 'draft'
    return path.endsWith('/{revision}') ? { ...answered, status, elements: item.elements } : answered
  }) as never)
  open('3')
  await screen.findByText(/Nothing changed for visitors/)
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
  await press('Try again')
  await screen.findByText('Version 1', { selector: 'p' })
})

it('brings a version back at the second press after somebody has saved meanwhile', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(item as never)
  const refuse = () => {
    stored = { ...item, status: 'ready', rev: 4 }
    const more = { current: stored, savedBy: 'Robin Field' }
    return Promise.reject(new ApiFailure('CONTENT_CHANGED', '', 409, null, null, null, more))
  }
  post.mockImplementationOnce(refuse as never)
  renderInEditor(<StoredHistory rev="2" />)
  await press('Bring this version back')
  await screen.findByRole('alert')
  await screen.findByText('Published')
  await press('Bring this version back')
  await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(2))
  expect(post.mock.lastCall?.[1]).toEqual({ revision: 2, rev: 4 })
})
