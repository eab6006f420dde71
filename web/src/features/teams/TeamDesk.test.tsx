import { act, press, queriesKnowing, renderQueried, screen, userEvent, waitFor } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { ApiFailure } from '../../api/client/failure'
import { TEAM, teamMember } from '../../test/team'
import { TeamDesk } from './TeamDesk'

const ADA = teamMember('1', { firstName: 'Ada' })
const BEN = teamMember('2', { firstName: 'Ben' })

it('asks of the same athletes after a lost answer, though a refetch brings the team without them', async () => {
  let [team, users] = [TEAM, [ADA, BEN]]
  vi.spyOn(api, 'get').mockImplementation(((path: string) =>
    Promise.resolve(path.endsWith('users') ? { users } : { teams: [team] })) as never)
  const post = vi.spyOn(api, 'post').mockRejectedValueOnce(new ApiFailure('UNAVAILABLE', '', 503))
  post.mockResolvedValue({ teamBookingId: 't', rev: 5, members: [] } as never)
  const queries = queriesKnowing()
  renderQueried(
    <TeamDesk
      id="t"
      own
      query={{}}
      onQuery={vi.fn()}
      pickPlace={() => null}
      onBack={vi.fn()}
      onEdit={vi.fn()}
    />,
    queries,
  )
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Ben Rival' }))
  await press(/^Cancel \w+ booking$/)
  await press('Yes, cancel')
  await screen.findByRole('alert')
  ;[team, users] = [{ ...TEAM, rev: 5 }, [ADA]]
  await act(() => queries.invalidateQueries())
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select Ben Rival' })).toBeNull())
  expect(screen.getByRole('alertdialog').textContent).toContain('Ben Rival')
  await press('Yes, cancel')
  await waitFor(() => expect(post).toHaveBeenCalledTimes(2))
  // Under the same key the server repeats its answer.
  expect(post.mock.calls[1]).toEqual(post.mock.calls[0])
})
