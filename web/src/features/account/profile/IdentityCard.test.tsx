// RULES 6.3
import { press, queriesKnowing, renderQueried, screen, userEvent, waitFor, within } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import * as client from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import type { UserProfile } from '../../../api/types'
import { IdentityCard } from './IdentityCard'

const checkFields = vi.hoisted(() => vi.fn<() => Promise<object[]>>())
vi.mock('../form/checks', async (original) => ({
  ...(await original<typeof import('../form/checks')>()),
  checkFields,
}))

function show(codes: string[] = [], dateOfBirth: string | null = '2001-02-03') {
  checkFields.mockResolvedValue([])
  const refusals = codes.map((code) => ({ code, message: '', field: '' }))
  const profile = {
    firstName: 'Sam',
    lastName: 'Field',
    uaid: '7',
    role: 1,
    dateOfBirth,
    emailAddress: 'sam@example.org',
    bookingEligibility: { mode: 'open', refusals },
  }
  const queries = queriesKnowing(
    [queryKeys.config, { event: { eventLocationContactNumber: '020 7946 0000' } }],
    [queryKeys.profile, profile],
  )
  renderQueried(<IdentityCard profile={profile as unknown as UserProfile} />, queries)
  return queries
}

it('corrects a date of birth, and sends nothing else', async () => {
  const put = vi.spyOn(client.api, 'put').mockImplementation(() => Promise.resolve(null as never))
  const queries = show()
  screen.getByText('3 Feb 2001')
  await press('Wrong? Change it')
  const year = within(screen.getByRole('dialog')).getByRole('textbox', { name: 'Year' })
  await userEvent.clear(year)
  await userEvent.type(year, '2000')
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(put.mock.calls[0]?.slice(0, 2)).toEqual(['user/profile', { dateOfBirth: '2000-02-03' }])
  expect(queries.getQueryState(queryKeys.profile)?.isInvalidated).toBe(true)
})

it('adds the date of birth of somebody who has none', async () => {
  const put = vi.spyOn(client.api, 'put').mockImplementation(() => Promise.resolve(null as never))
  show([], null)
  await press('Add your date of birth')
  const dialog = within(screen.getByRole('dialog', { name: 'Add your date of birth' }))
  await press('Save')
  await dialog.findAllByText('Enter your date of birth.')
  for (const [part, digits] of Object.entries({ Day: '3', Month: '2', Year: '2000' }))
    await userEvent.type(dialog.getByRole('textbox', { name: part }), digits)
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(put.mock.calls[0]?.slice(0, 2)).toEqual(['user/profile', { dateOfBirth: '2000-02-03' }])
})

it('says beside the field why it was refused', async () => {
  const refusal = new ApiFailure('AGE_OUT_OF_RANGE', '', 422, 'dateOfBirth')
  vi.spyOn(client.api, 'put').mockRejectedValue(refusal)
  show()
  await press('Wrong? Change it')
  await press('Save')
  await screen.findByRole('alert')
  expect(screen.getByRole('textbox', { name: 'Day' }).getAttribute('aria-invalid')).toBe('true')
})

it('names whom to call while a parent or guardian has yet to confirm', async () => {
  show(['GUARDIAN_REQUIRED'])
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/^Wrong\?/).textContent).toBe('Wrong? Call 020 7946 0000.')
  expect(screen.getByRole('link').getAttribute('href')).toBe('tel:02079460000')
})
