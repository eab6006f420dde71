import { press, queriesKnowing, renderQueried, screen, waitFor } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../api/client/client'
import { ApiFailure } from '../../api/client/failure'
import { TEAM, teamMember } from '../../test/team'
import type { Member } from './api'
import { EndDialog } from './EndDialog'

const ADA = teamMember('1')
const BEN = teamMember('2', { firstName: 'Ben', testDate: '2026-11-27', testTime: '14:15' })

interface Ending {
  leaving?: Member[]
  staying?: Member[] | null
}

function show(queries = queriesKnowing(), { leaving = [BEN], staying = [ADA] }: Ending = {}) {
  const onEnded = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  renderQueried(
    <EndDialog team={TEAM} leaving={leaving} staying={staying} onClose={onClose} onEnded={onEnded} />,
    queries,
  )
  return onEnded
}

it('names each athlete’s own day and time, and cancels on the members that it showed', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ teamBookingId: 't', rev: 5, members: [] } as never)
  const onEnded = show()
  expect(screen.getByRole('listitem').textContent).toBe('Ben Rival Fri 27 Nov 2026, 14:15')
  await press('Yes, cancel')
  await waitFor(() => expect(onEnded).toHaveBeenCalledOnce())
  expect(post.mock.calls[0]?.[1]).toMatchObject({ rev: 4, uaids: ['1'], opened: ['2', '1'] })
})

it('deletes the team that it showed, and no other', async () => {
  const remove = vi.spyOn(api, 'delete').mockResolvedValue({ teamBookingId: 't', cancelled: 2 } as never)
  const onEnded = show(queriesKnowing(), { leaving: [ADA, BEN], staying: null })
  await press('Yes, delete')
  await waitFor(() => expect(onEnded).toHaveBeenCalledOnce())
  expect(remove.mock.calls[0]?.[1]).toEqual({ teamBookingId: 't', rev: 4, opened: ['1', '2'] })
})

it('says of athletes who cannot be taken out that nothing was changed', async () => {
  const details = { members: [{ uaid: '2', code: 'STATUS_CONFLICT' }] }
  vi.spyOn(api, 'post').mockRejectedValue(
    new ApiFailure('TEAM_MEMBERS', '', 422, 'uaids', null, null, details),
  )
  show()
  await press('Yes, cancel')
  const words = (await screen.findByRole('alert')).textContent
  expect(words).toContain('Nothing was changed')
  expect(words).not.toContain('can be booked')
  expect(words).toContain('Ben Rival: Is checked in already.')
})

it('has the team fetched again after a refusal', async () => {
  vi.spyOn(api, 'post').mockRejectedValue(new ApiFailure('TEAM_CHANGED', '', 409))
  const queries = queriesKnowing()
  const invalidate = vi.spyOn(queries, 'invalidateQueries')
  show(queries)
  await press('Yes, cancel')
  expect((await screen.findByRole('alert')).textContent).toMatch(/Someone else has changed this team/)
  await press('Keep the bookings')
  expect(invalidate).toHaveBeenCalledOnce()
})
