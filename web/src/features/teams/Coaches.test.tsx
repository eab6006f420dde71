import { press, renderQueried, screen } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { Coaches } from './Coaches'

const coach = (uaid: string, firstName: string) => ({
  uaid,
  firstName,
  lastName: 'Coach',
  emailAddress: `${uaid}@sixfold.example`,
  teams: 1,
  upcoming: 0,
})

it('goes on to further coaches of a search at a press', async () => {
  const pages = [
    { coaches: [coach('8', 'Ada')], cursor: '1' },
    { coaches: [coach('9', 'Kim')], cursor: null },
  ]
  const answer = (_: string, { query }: { query: { cursor: string | null } }) =>
    Promise.resolve(pages[Number(query.cursor ?? 0)])
  const get = vi.spyOn(api, 'get').mockImplementation(answer as never)
  renderQueried(<Coaches query={{ search: 'coach' }} onQuery={vi.fn()} />)
  await screen.findByText('Ada Coach')
  expect(screen.queryByText('Kim Coach')).toBeNull()
  await press('Show more')
  await screen.findByText('Kim Coach')
  screen.getByText('Ada Coach')
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  for (const cursor of [null, '1']) {
    const options = { query: { search: 'coach', cursor } }
    expect(get).toHaveBeenCalledWith('event/admin/coaches', expect.objectContaining(options))
  }
})

it('clears a search that nobody fits', async () => {
  vi.spyOn(api, 'get').mockResolvedValue({ coaches: [], cursor: null } as never)
  const onQuery = vi.fn()
  renderQueried(<Coaches query={{ search: 'nobody' }} onQuery={onQuery} />)
  await press('Clear the search')
  expect(onQuery).toHaveBeenCalledWith({ search: undefined })
})
