import { field, press, queriesKnowing, renderQueried, screen, userEvent, waitFor } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import type { RoleId, StaffProfile } from '../../../api/types'
import { staffProfileQuery } from './api'
import { DeletePerson } from './DeletePerson'

const person = (role: RoleId) => ({ uaid: '4711', firstName: 'Ada', lastName: 'Stone', role }) as StaffProfile
const LIST = [...queryKeys.mine, 'delivery-people']
const OWN = staffProfileQuery('4711').queryKey

function show(role: RoleId = 1) {
  const queries = queriesKnowing([LIST, {}], [OWN, person(role)])
  const onDeleted = vi.fn<() => void>()
  renderQueried(
    <DeletePerson profile={person(role)} onClose={vi.fn<() => void>()} onDeleted={onDeleted} />,
    queries,
  )
  return { queries, onDeleted }
}

const type = (number: string) => userEvent.type(field(/^Their number/), number)
const confirm = () => press('Delete for good')

// RULES 9.8
it('deletes once their number is typed, leaves, and has the lists read again', async () => {
  const post = vi.spyOn(api, 'post').mockResolvedValue({ uaid: '4711' } as never)
  const { queries, onDeleted } = show()
  await confirm()
  await type('4712')
  await confirm()
  await screen.findByText('That is not their number. It is 4711.')
  expect(post).not.toHaveBeenCalled()
  await userEvent.clear(field(/^Their number/))
  await type(' 4711')
  await confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalled())
  const [path, body, options] = post.mock.calls[0] ?? []
  expect(path).toBe('event/admin/user/delete')
  expect(body).toEqual({ uaid: '4711', confirmation: '4711' })
  expect(options).toMatchObject({ idempotencyKey: expect.any(String) as string })
  expect(queries.getQueryState(LIST)?.isInvalidated).toBe(true)
  expect(queries.getQueryState(OWN)?.isInvalidated, 'there is none to read').toBe(false)
})

it.each<[code: string, status: number, told: RegExp]>([
  ['LAST_DELIVERY_ADMIN', 409, /^This is the only account that runs the programme/],
  ['NOT_FOUND', 404, /Somebody else has deleted it/],
])('stays and says why: %s', async (code, status, told) => {
  vi.spyOn(api, 'post').mockRejectedValue(new ApiFailure(code, '', status))
  const { onDeleted } = show(3)
  await type('4711')
  await confirm()
  await screen.findByText(told)
  expect(onDeleted).not.toHaveBeenCalled()
})

it('says what stays: finals, and the teams of a coach', () => {
  show(4)
  const { textContent } = screen.getByRole('alertdialog')
  expect(textContent).toContain('the results of their finals, without a name')
  expect(textContent).toContain('give each another coach')
})
