// An opening that is saved over settings that somebody else has saved meanwhile.
import type { QueryClient } from '@tanstack/react-query'
import { act, around, queriesKnowing, renderHook } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { errorSentence } from '../../../api/error-sentence'
import { storedSettings } from '../../../test/stored-settings'
import { settingsQuery, type StoredSettings } from './api'
import type { Opening } from './openings'
import { useOpeningEdit, type OpeningEdit } from './use-openings'

const DECEMBER: Opening = { from: '2026-12-01', to: '2026-12-07', opensAt: '2026-11-01T20:00:00.000Z' }
const JUNE: Opening = { from: '2027-06-01', to: '2027-06-30', opensAt: '2027-05-01T19:00:00.000Z' }

const settings = (rev: number, openings: Opening[]) => storedSettings(rev, { openings })

const opened = settings(3, [DECEMBER])

let queries: QueryClient

const shown = () => queries.getQueryData(settingsQuery().queryKey)

/** Sends an edit of what was opened; meanwhile `current` has been saved. */
async function run(edit: Omit<OpeningEdit, 'stored'>, current: StoredSettings) {
  const changed = new ApiFailure('SETTINGS_CHANGED', '', 409, null, null, null, { current })
  vi.mocked(api.put).mockRejectedValueOnce(changed)
  const { result } = renderHook(() => useOpeningEdit(), { wrapper: around(queries) })
  return act(async () => result.current.run({ stored: opened, ...edit }))
}

beforeEach(() => {
  queries = queriesKnowing([settingsQuery().queryKey, opened])
  // Saves what it is sent, like the server.
  const save = (_: string, { settings: sent, rev }: StoredSettings) =>
    Promise.resolve({ settings: sent, rev: rev + 1 })
  vi.spyOn(api, 'put').mockImplementation(save as never)
})

it.each([
  ['changed', { before: DECEMBER, after: { ...DECEMBER, to: '2026-12-10' } }],
  ['removed', { before: DECEMBER }],
])('an opening that somebody has moved meanwhile is not %s: theirs is shown', async (_, edit) => {
  const current = settings(4, [{ ...DECEMBER, from: '2026-12-08', to: '2026-12-14' }])
  const outcome = await run(edit, current)
  expect(outcome.ok).toBe(false)
  expect(!outcome.ok && errorSentence(outcome.error)).toMatch(/^This opening has been changed or removed/)
  expect(api.put).toHaveBeenCalledOnce()
  expect(shown()).toEqual(current)
})

it('an opening is changed beside another one that somebody has added meanwhile', async () => {
  const after = { ...DECEMBER, to: '2026-12-10' }
  const outcome = await run({ before: DECEMBER, after }, settings(4, [DECEMBER, JUNE]))
  expect(outcome.ok).toBe(true)
  expect(shown()).toEqual(settings(5, [after, JUNE]))
})
