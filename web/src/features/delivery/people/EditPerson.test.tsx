import { field, press, queriesKnowing, renderQueried, screen, userEvent, waitFor } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import type { StaffProfile } from '../../../api/types'
import type { Health } from './api'
import { EditPerson } from './EditPerson'

const PROFILE = {
  uaid: '7',
  rev: 4,
  firstName: 'Ada',
  lastName: 'Stone',
  emailAddress: 'ada@example.com',
  dateOfBirth: '2000-05-17',
  gender: null,
  isCompetitor: true,
  emergencyName: 'N/A',
  emergencyNumber: 'N/A',
  medicalIssues: 'N/A',
  socialMediaHandles: [],
  screening: null,
} as unknown as StaffProfile
const HEALTH: Health = {
  rev: 3,
  medicalIssues: 'Asthma',
  emergencyName: 'Sam Stone',
  emergencyNumber: '+447700900123',
  screening: null,
}

it.each<[older: string, profile: StaffProfile, health: Health | null, rev: number]>([
  ['health details older than the profile', PROFILE, HEALTH, 3],
  ['a profile older than its health details', { ...PROFILE, rev: 2 }, HEALTH, 2],
  ['a profile alone', PROFILE, null, 4],
])('with %s, saves on the older revision and shows both versions', async (_, profile, health, rev) => {
  const current = { ...profile, ...health, rev: 4, medicalIssues: 'Asthma, epilepsy' }
  const post = vi
    .spyOn(api, 'post')
    .mockRejectedValue(new ApiFailure('PROFILE_CHANGED', '', 409, null, null, null, { current }))
  renderQueried(
    <EditPerson
      profile={profile}
      health={health}
      onHealth={vi.fn<() => void>()}
      onClose={vi.fn<() => void>()}
    />,
  )
  await userEvent.type(field(/^Medical notes/), ', hay fever')
  await press('Save')
  const both = await screen.findByRole('alertdialog', { name: 'Somebody else saved this meanwhile' })
  expect(both.textContent).toContain('Asthma, epilepsy')
  expect(post.mock.calls[0]?.[1]).toMatchObject({ rev })
})

it('has every list read again that may name them', async () => {
  vi.spyOn(api, 'post').mockResolvedValue({ ...PROFILE, rev: 5 } as never)
  const bookings = [...queryKeys.mine, 'delivery-bookings']
  const queries = queriesKnowing([bookings, {}])
  renderQueried(
    <EditPerson
      profile={PROFILE}
      health={null}
      onHealth={vi.fn<() => void>()}
      onClose={vi.fn<() => void>()}
    />,
    queries,
  )
  await userEvent.type(field(/^Last name/), 'r')
  await press('Save')
  await waitFor(() => expect(queries.getQueryState(bookings)?.isInvalidated).toBe(true))
})
