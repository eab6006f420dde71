// Where the browser cannot encrypt, each write goes at once: one that depends on a refused one does not.
import { beforeEach, expect, it, vi } from 'vitest'
import { call } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { about, write } from '../../../test/outbox'
import { DirectSender } from './direct-sender'

vi.mock('../../../api/client/client', async (original) => ({
  ...(await original<typeof import('../../../api/client/client')>()),
  call: vi.fn<typeof call>(),
}))

beforeEach(() => {
  vi.mocked(call).mockReset().mockResolvedValue({})
})

const sent = () =>
  vi.mocked(call).mock.calls.map(([, , options]) => (options?.body as { value: string }).value)

it('keeps what was tapped after a refusal until somebody has decided', async () => {
  const closed = new ApiFailure('TEST_CLOSED', 'Closed.', 409, null, null, null, { current: 'theirs' })
  vi.mocked(call).mockRejectedValueOnce(closed)
  const box = new DirectSender()
  await box.add(write('first'), about('a'))
  await box.add(write('second'), about('a'))
  await box.add(write('other'), about('b'))
  expect(sent()).toEqual(['first', 'other'])
  const refusal = { status: 409, code: 'TEST_CLOSED', error: { current: 'theirs' } }
  expect(box.status().entries).toMatchObject([
    { write: { body: { value: 'first' } }, refusal },
    { write: { body: { value: 'second' } }, refusal },
  ])
  await box.resolve(
    box.status().entries.map(({ key }) => ({ key, how: 'drop' as const })),
    [{ write: write('decided'), about: about('a') }],
  )
  await box.add(write('next'), about('a'))
  expect(sent()).toEqual(['first', 'other', 'decided', 'next'])
  expect(box.status().entries).toEqual([])
})

it('keeps what depends on an entry that is sent again and refused again', async () => {
  const closed = new ApiFailure('TEST_CLOSED', 'Closed.', 409, null, null, null, { current: 'theirs' })
  vi.mocked(call).mockRejectedValueOnce(new ApiFailure('ATTEMPT_INVALID', 'No.', 422, null))
  const box = new DirectSender()
  await box.add(write('first'), about('a'))
  await box.add(write('second'), about('a'))
  vi.mocked(call).mockResolvedValueOnce({}).mockRejectedValueOnce(closed)
  await box.resolve(
    box.status().entries.map(({ key }) => ({ key, how: 'again' as const })),
    [{ write: write('added'), about: about('b') }],
  )
  expect(sent()).toEqual(['first', 'added', 'first'])
  expect(box.status().entries).toMatchObject([
    { write: { body: { value: 'first' } }, refusal: { code: 'TEST_CLOSED' } },
    { write: { body: { value: 'second' } }, refusal: { code: 'TEST_CLOSED' } },
  ])
})
