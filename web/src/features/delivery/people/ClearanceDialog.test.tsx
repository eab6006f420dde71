import { field, press, queriesKnowing, renderQueried, screen, userEvent } from '../../../test/kit'
import { afterEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import type { StaffProfile } from '../../../api/types'
import { ClearanceDialog } from './ClearanceDialog'

const PROFILE = { uaid: '7', firstName: 'Ada', lastName: 'Stone', rev: 3 } as StaffProfile

afterEach(() => vi.restoreAllMocks())

// RULES 6.4
it('is for the answers that were seen, and has them read again if it is refused', async () => {
  const post = vi.spyOn(api, 'post').mockRejectedValue(new ApiFailure('PROFILE_CHANGED', '', 409))
  const profiles = [...queryKeys.mine, 'profile']
  const queries = queriesKnowing([profiles, PROFILE])
  const onClose = vi.fn<() => void>()
  const { rerender } = renderQueried(<ClearanceDialog profile={PROFILE} onClose={onClose} />, queries)
  await userEvent.type(field(/^What it is based on/), 'Letter of Dr Moss')
  rerender(<ClearanceDialog profile={{ ...PROFILE, rev: 4 }} onClose={onClose} />)
  await press('Record the clearance')
  await screen.findByText(/This profile has changed/)
  expect(post.mock.calls[0]?.[1]).toMatchObject({ uaid: '7', rev: 3 })
  expect(queries.getQueryState(profiles)?.isInvalidated).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

it('marks the field that was refused', async () => {
  vi.spyOn(api, 'post').mockRejectedValue(new ApiFailure('TEXT_INVALID', '', 422, 'basis'))
  renderQueried(<ClearanceDialog profile={PROFILE} onClose={vi.fn<() => void>()} />)
  const basis = field(/^What it is based on/)
  await userEvent.type(basis, 'Letter of Dr Moss')
  await press('Record the clearance')
  await vi.waitFor(() => expect(basis.getAttribute('aria-invalid')).toBe('true'))
})
