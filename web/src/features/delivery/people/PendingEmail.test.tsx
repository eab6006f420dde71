import { press, queriesKnowing, renderQueried, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import type { StaffProfile } from '../../../api/types'
import { PendingEmail } from './PendingEmail'

const NEW = 'ada@new.example'
const profile = (emailPendingUntil: number) =>
  ({
    uaid: '7',
    rev: 4,
    emailAddress: 'ada@old.example',
    emailPending: NEW,
    emailPendingUntil,
  }) as StaffProfile

// RULES 10.5
it('says that the code has expired, and sends another to the same address', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue(profile(Date.now()) as never)
  const profiles = [...queryKeys.mine, 'delivery-person']
  const queries = queriesKnowing([profiles, {}])
  renderQueried(<PendingEmail profile={profile(Date.now() - 120_000)} pending={NEW} />, queries)
  screen.getByText(`The code that we sent to ${NEW} has expired.`)
  await press('Send it again')
  expect(post.mock.calls[0]?.[0]).toBe('event/admin/user/update')
  expect(post.mock.calls[0]?.[1]).toEqual({ uaid: '7', rev: 4, health: false, emailAddress: NEW })
  expect(queries.getQueryState(profiles)?.isInvalidated).toBe(true)
})

it('says that the code waits, and why it was not sent again', async () => {
  vi.spyOn(api, 'post').mockRejectedValue(new ApiFailure('EMAIL_TAKEN', '', 409))
  renderQueried(<PendingEmail profile={profile(Date.now() + 120_000)} pending={NEW} />)
  screen.getByText(/They have not used it yet/)
  await press('Send it again')
  await screen.findByText(/An account has that address/)
})
