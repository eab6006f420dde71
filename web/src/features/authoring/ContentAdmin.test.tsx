// The editors' area where the list of items does not load.
import { press, queriesKnowing, renderQueried, screen } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../api/client/failure'
import { queryKeys } from '../../api/queries'
import { typesQuery } from './api'
import { ContentAdmin } from './ContentAdmin'

const lost = () => Promise.reject(new ApiFailure(NETWORK_CODE, '', 0))

const open = () =>
  renderQueried(
    <ContentAdmin address={{ section: 'settings' }} uaid="u" preview={() => null} />,
    queriesKnowing(
      [queryKeys.config, { libraryEntry: { libraryId: 'library' }, now: '2026-11-01T09:00:00Z' }],
      [typesQuery('library').queryKey, []],
    ),
  )

it('says so, and asks again at a press', async () => {
  vi.spyOn(api, 'get').mockResolvedValue({ items: [] } as never)
  vi.mocked(api.get).mockImplementationOnce(lost)
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('cannot reach the academy')
  await press('Try again')
  await screen.findByText('No site settings yet')
})

it('says so where the rest of the list does not load, which is asked for once', async () => {
  const answer = (_: string, { query }: { query: { cursor?: string } }) =>
    query.cursor ? lost() : Promise.resolve({ items: [], cursor: 'next' })
  const get = vi.spyOn(api, 'get').mockImplementation(answer as never)
  open()
  await screen.findByRole('alert')
  expect(get).toHaveBeenCalledTimes(2)
})
