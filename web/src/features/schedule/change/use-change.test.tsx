import { act, around, queriesKnowing, renderHook, waitFor } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import type { Edit } from '../edit'
import type { Decision } from '../api'
import { useChange } from './use-change'

/** The closed dates as the server has them. */
let closed: string[]

beforeEach(() => {
  closed = ['2026-12-02']
  vi.spyOn(api, 'get').mockImplementation(
    () => Promise.resolve({ rev: 1, elements: { dates: { values: closed } } }) as never,
  )
  vi.spyOn(api, 'post').mockResolvedValue({ bookings: [] } as never)
  vi.spyOn(api, 'put').mockImplementation(takes as never)
})

const takes = (_: string, body: { elements: { dates: { values: string[] } } }) => {
  closed = body.elements.dates.values
  return Promise.resolve({})
}

const close = (...dates: string[]): Edit => ({ act: 'set-days', kind: 'closed-date', dates })

const shown = (queries = queriesKnowing()) => renderHook(useChange, { wrapper: around(queries) })

/** Carries an edit out; returns the one that Undo would send. */
async function backOf(edit: Edit): Promise<Edit | null | undefined> {
  const { result } = shown()
  act(() => result.current.start(edit))
  await waitFor(() => expect(result.current.done).not.toBeNull())
  return result.current.done?.back
}

it('Undo leaves a day closed that was closed before', async () => {
  const back = await backOf(close('2026-12-01', '2026-12-02', '2026-12-03'))
  expect(closed).toEqual(['2026-12-01', '2026-12-02', '2026-12-03'])
  expect(back).toEqual({ act: 'clear-days', kind: 'closed-date', dates: ['2026-12-01', '2026-12-03'] })
  if (back) await backOf(back)
  expect(closed).toEqual(['2026-12-02'])
})

it('nor does it open what a colleague closed between the reading and the write', async () => {
  vi.mocked(api.put).mockImplementationOnce(() => {
    closed = ['2026-12-01', '2026-12-02']
    return Promise.reject(new ApiFailure('SCHEDULE_CHANGED', '', 409, null, null, null, {}))
  })
  expect(await backOf(close('2026-12-01', '2026-12-03'))).toMatchObject({ dates: ['2026-12-03'] })
})

const DECISIONS: Decision[] = [
  { eventBookingId: 'a', act: 'cancel' },
  { eventBookingId: 'b', act: 'cancel' },
]

it.each([
  ['of decisions only those count that were carried out', { decided: ['b'] }, DECISIONS.slice(1)],
  ['none counts if every booking had gone meanwhile', { decided: [] }, []],
  ['all count if an older server does not say', {}, DECISIONS],
])('%s', async (_, answer, counted) => {
  vi.mocked(api.put).mockResolvedValueOnce(answer as never)
  const { result } = shown()
  act(() => result.current.decide(close('2026-12-01'), DECISIONS))
  await waitFor(() => expect(result.current.done).not.toBeNull())
  expect(result.current.done?.decisions).toEqual(counted)
})

it('days whose answer was lost are sent again as they were, and say what became of the bookings', async () => {
  const lose = async (path: string, body: Parameters<typeof takes>[1]) => {
    await takes(path, body)
    throw new ApiFailure(NETWORK_CODE, '', 0)
  }
  vi.mocked(api.put).mockImplementationOnce(lose as never)
  vi.mocked(api.put).mockResolvedValueOnce({ decided: ['b'] } as never)
  const { result } = shown()
  act(() => result.current.decide(close('2026-12-01', '2026-12-02'), DECISIONS))
  await waitFor(() => expect(result.current.failed).not.toBeNull())
  act(() => result.current.again())
  await waitFor(() => expect(result.current.done).not.toBeNull())
  const [first, second] = vi.mocked(api.put).mock.calls
  expect(second).toEqual(first)
  expect(result.current.done?.decisions).toEqual(DECISIONS.slice(1))
  expect(result.current.done?.back).toEqual({
    act: 'clear-days',
    kind: 'closed-date',
    dates: ['2026-12-01'],
  })
})

// RULES 3.11
it('decisions about closed times leave the closed days as they are, and have no Undo', async () => {
  const { result } = shown()
  vi.mocked(api.put).mockResolvedValueOnce({ decided: ['a', 'b'] } as never)
  act(() => result.current.decide({ act: 'decide', date: '2026-12-01', closed: false }, DECISIONS))
  await waitFor(() => expect(result.current.done).not.toBeNull())
  expect(vi.mocked(api.put).mock.lastCall?.[1]).toEqual({
    rev: 1,
    elements: { dates: { elementType: 'datetime', values: ['2026-12-02'] } },
    decisions: DECISIONS,
  })
  expect(result.current.done).toMatchObject({ decisions: DECISIONS, back: null })
})

it('lists of bookings are read again after a change that has moved or cancelled some', async () => {
  const bookings = [...queryKeys.mine, 'delivery-bookings']
  const queries = queriesKnowing([bookings, {}])
  const { result } = shown(queries)
  act(() => result.current.decide(close('2026-12-01'), DECISIONS))
  await waitFor(() => expect(result.current.done).not.toBeNull())
  expect(queries.getQueryState(bookings)?.isInvalidated).toBe(true)
})

it('there is no Undo where nothing changed', async () => {
  expect(await backOf(close('2026-12-02'))).toBeNull()
})
