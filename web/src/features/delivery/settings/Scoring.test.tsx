import {
  field,
  press,
  queriesKnowing,
  renderQueried,
  screen,
  userEvent,
  waitFor,
  within,
} from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import * as client from '../../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../../api/client/failure'
import { queryKeys } from '../../../api/queries'
import type { Protocols } from './api'
import { changesOver } from './scoring'
import { Scoring } from './Scoring'

vi.mock('../../../state/LeaveDialog', () => ({ LeaveDialog: () => null }))

const STORED: Protocols = {
  version: 3,
  tests: [{ TestType: 'Power', unit: 'cm', zero: 15, hundred: 75, low: 5, high: 120, attempts: 3 }],
}

/** The protocols as the server has them. */
let stored: Protocols

/** Stores others; answers with them. */
function store(hundred: number): Promise<Protocols> {
  stored = { version: 4, tests: STORED.tests.map((test) => ({ ...test, hundred })) }
  return Promise.resolve(stored)
}

beforeEach(() => {
  stored = STORED
  vi.spyOn(client.api, 'get').mockImplementation(() => Promise.resolve(stored) as never)
})

async function change(value: string, queries = queriesKnowing()) {
  renderQueried(<Scoring />, queries)
  const mark = await screen.findByLabelText('100 points')
  await userEvent.clear(mark)
  await userEvent.type(mark, value)
  await press('Save as version 4')
  return screen.getByRole('alertdialog', { name: 'Score by version 4 from now on?' })
}

it('says what a new version changes, and saves it only when asked twice', async () => {
  const put = vi.spyOn(client.api, 'put').mockImplementation(() => store(80) as never)
  const question = await change('80')
  within(question).getByText('Power: 100 points')
  expect(
    within(question)
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['Now 75', 'Then 80'])
  await press('Go back', question)
  expect(put).not.toHaveBeenCalled()

  await press('Save as version 4')
  await press('Save version 4')
  expect(put).toHaveBeenCalledOnce()
  await screen.findByText(/scored by version 4/)
})

it('keeps what is typed while a save is under way, even what was there before', async () => {
  let answer = () => {}
  const saved = new Promise((resolve) => {
    answer = () => resolve(store(80))
  })
  vi.spyOn(client.api, 'put').mockReturnValueOnce(saved as never)
  const question = await change('80')
  await press('Save version 4', question)
  const mark = field('100 points')
  await userEvent.clear(mark)
  await userEvent.type(mark, '75')
  answer()
  await screen.findByRole('button', { name: 'Save as version 5' })
  expect(mark.value).toBe('75')
})

it('has the server ask about a mark that somebody else has changed as well', async () => {
  const put = vi.spyOn(client.api, 'put').mockRejectedValueOnce(new ApiFailure(NETWORK_CODE, '', 0))
  const question = await change('80')
  stored = { version: 4, tests: STORED.tests.map((test) => ({ ...test, zero: 10, hundred: 85 })) }
  await press('Save version 4', question)
  const mark = (label: string) => field(label).value
  await waitFor(() => expect(mark('0 points')).toBe('10'))
  expect(mark('100 points')).toBe('80')
  const refusal = { current: stored }
  put.mockRejectedValueOnce(new ApiFailure('PROTOCOL_CHANGED', '', 409, null, null, null, refusal))
  put.mockResolvedValueOnce({ ...stored, version: 5 } as never)
  await press('Save as version 5')
  await press('Save version 5')
  expect(put.mock.lastCall?.[1]).toMatchObject({ version: 3, tests: [{ zero: 10, hundred: 80 }] })
  await press('Use mine')
  await waitFor(() => expect(put).toHaveBeenCalledTimes(3))
  expect(put.mock.lastCall?.[1]).toMatchObject({ version: 4, tests: [{ zero: 10, hundred: 80 }] })
})

it('has every form that knows the protocols read them again', async () => {
  vi.spyOn(client.api, 'put').mockImplementation(() => store(80) as never)
  const protocols = [...queryKeys.mine, 'protocols']
  const queries = queriesKnowing([protocols, STORED])
  const question = await change('80', queries)
  await press('Save version 4', question)
  await waitFor(() => expect(queries.getQueryState(protocols)?.isInvalidated).toBe(true))
})

it('says which test cannot be scored that way, and marks the number', async () => {
  const why = 'Power: both marks lie inside the plausible range.'
  const failure = new ApiFailure('PROTOCOL_INVALID', why, 422, 'tests[0].hundred')
  vi.spyOn(client.api, 'put').mockRejectedValue(failure)
  const question = await change('130')
  await press('Save version 4', question)
  expect((await screen.findByRole('alert')).textContent).toBe(why)
  expect(field('100 points').getAttribute('aria-invalid')).toBe('true')
  expect(field('0 points').getAttribute('aria-invalid')).toBe(null)
})

it('puts only what was changed here over what somebody else has saved', () => {
  const changed = (version: number, marks: Partial<Protocols['tests'][number]>): Protocols => ({
    version,
    tests: STORED.tests.map((test) => ({ ...test, ...marks })),
  })
  const both = changesOver(changed(4, { zero: 10, high: 130 }), {
    read: STORED,
    mine: changed(3, { zero: 12, attempts: 2 }),
  })
  expect(both).toEqual(changed(4, { zero: 12, high: 130, attempts: 2 }))
})
