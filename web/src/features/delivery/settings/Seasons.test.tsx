import { act, press, queriesKnowing, renderQueried, screen, waitFor } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { seasonsQuery } from './api'
import { Seasons } from './Seasons'

const season = (number: number, start: string, end: string) => ({
  season: number,
  start: `${start}T00:00:00.000Z`,
  end: `${end}T00:00:00.000Z`,
  builtIn: false,
  removable: false,
  running: false,
  rev: 1,
})

it('adds the season that was asked for, and no other, when it is pressed again after a lost answer', async () => {
  let seasons = [season(11, '2026-09-01', '2026-12-31')]
  vi.spyOn(api, 'get').mockImplementation(() => Promise.resolve({ seasons }) as never)
  const post = vi.spyOn(api, 'post').mockRejectedValueOnce(new ApiFailure('UNAVAILABLE', '', 503))
  post.mockResolvedValue({ seasons } as never)
  const queries = queriesKnowing()
  renderQueried(<Seasons />, queries)
  await screen.findByText('Season 11')
  await press('Add season 12')
  await press('Add the season')
  await screen.findByRole('alert')
  seasons = [...seasons, season(12, '2027-01-01', '2027-04-30')]
  await act(() => queries.invalidateQueries({ queryKey: seasonsQuery().queryKey }))
  await screen.findByText('Season 12')
  await press('Add the season')
  await waitFor(() => expect(post).toHaveBeenCalledTimes(2))
  // The same days under the same number, and the same key.
  expect(post.mock.calls[1]).toEqual(post.mock.calls[0])
})
