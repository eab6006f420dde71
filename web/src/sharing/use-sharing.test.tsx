import { act, around, queriesKnowing, renderHook, waitFor } from '../test/kit'
import { expect, it, vi } from 'vitest'
import { saveSharing, sharingQuery } from '../api/cards'
import { useSharing } from './use-sharing'

const stored = { lastName: false, optIn: false }
vi.mock('../api/cards', async (original) => ({
  ...(await original<typeof import('../api/cards')>()),
  saveSharing: vi.fn(),
}))

it('keeps a second choice while the first is answered', async () => {
  const answers: (() => void)[] = []
  vi.mocked(saveSharing).mockImplementation(
    () => new Promise((done) => answers.push(() => done({} as never))),
  )
  const queries = queriesKnowing([sharingQuery().queryKey, stored])
  vi.spyOn(queries, 'invalidateQueries').mockResolvedValue()
  const { result } = renderHook(() => useSharing(), { wrapper: around(queries) })
  act(() => result.current.choose({ lastName: true }))
  act(() => result.current.choose({ optIn: true }))
  await waitFor(() => expect(answers).toHaveLength(1))
  await act(async () => answers[0]?.())
  await waitFor(() => expect(answers).toHaveLength(2))
  expect(result.current.choices).toMatchObject({ lastName: false, optIn: true })
  await act(async () => answers[1]?.())
  await waitFor(() => expect(result.current.choices).toMatchObject(stored))
})
