import { field, press, queriesKnowing, renderQueried, userEvent, waitFor } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { queryKeys } from '../../../api/queries'
import { useAlert } from '../../../state/alert-store'
import * as calls from '../api'
import { CodeDialog } from './CodeDialog'

vi.mock('../api')

it.each([
  ['new@example.org', 'Thanks. new@example.org is confirmed.'],
  ['old@example.org', 'The change to new@example.org was taken back. Your address is old@example.org.'],
])('where the address is %s after the code, says: %s', async (emailAddress, message) => {
  vi.mocked(calls.confirmEmail).mockResolvedValue({ emailAddress, confirmed: true, pending: null })
  const before = { emailAddress: 'old@example.org', emailConfirmed: true, emailPending: 'new@example.org' }
  const queries = queriesKnowing([queryKeys.profile, before])
  const onClose = vi.fn()
  renderQueried(<CodeDialog address="new@example.org" onClose={onClose} />, queries)
  await userEvent.type(field('Code from the e-mail'), '402917')
  await press('Confirm')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(useAlert.getState().alert?.message).toBe(message)
  expect(queries.getQueryData(queryKeys.profile)).toMatchObject({ emailAddress, emailPending: null })
})
