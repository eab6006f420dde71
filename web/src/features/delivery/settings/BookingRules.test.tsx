import type { QueryClient } from '@tanstack/react-query'
import {
  act,
  field,
  press,
  queriesKnowing,
  renderQueried,
  screen,
  userEvent,
  waitFor,
} from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import * as client from '../../../api/client/client'
import { ApiFailure, NETWORK_CODE } from '../../../api/client/failure'
import { storedSettings as stored } from '../../../test/stored-settings'
import { settingsQuery } from './api'
import { BookingRules } from './BookingRules'

vi.mock('../../../state/LeaveDialog', () => ({ LeaveDialog: () => null }))

let queries: QueryClient

beforeEach(async () => {
  queries = queriesKnowing()
  vi.spyOn(client.api, 'get').mockResolvedValue(stored(3) as never)
  renderQueried(<BookingRules />, queries)
  await screen.findByLabelText('Places at each time')
})

async function type(label: string, value: string) {
  await userEvent.clear(field(label))
  await userEvent.type(field(label), value)
}

it('keeps the focus on the button after saving, and says so where a screen reader listens', async () => {
  vi.spyOn(client.api, 'put').mockResolvedValue(stored(4, { slotCapacity: 8 }) as never)
  await type('Places at each time', ' 08')
  const region = screen.getByRole('status')
  const save = screen.getByRole('button', { name: 'Save booking settings' })
  await userEvent.click(save)
  await vi.waitFor(() => expect(region.textContent).toContain('Saved.'))
  expect(document.activeElement).toBe(save)
  expect(field('Places at each time').value).toBe('8')
})

it('keeps what is typed when something else of the settings is saved beside it', async () => {
  await type('Days of notice', '2')
  const opening = { opensAt: '2026-12-01T09:00:00Z', from: '2027-01-01', to: '2027-01-31' }
  const put = vi.spyOn(client.api, 'put').mockResolvedValue(stored(5) as never)
  act(() => {
    queries.setQueryData(
      settingsQuery().queryKey,
      stored(4, { openings: [opening as never], windowDays: 60 }),
    )
  })
  await vi.waitFor(() => expect(field('Days open ahead').value).toBe('60'))
  expect(field('Days of notice').value).toBe('2')
  await press('Save booking settings')
  expect(put.mock.lastCall?.[1]).toEqual(
    stored(4, { openings: [opening as never], windowDays: 60, daysAhead: 2 }),
  )
})

it('keeps what is typed while a save is under way, even what was there before', async () => {
  let answer = () => {}
  const saved = new Promise((resolve) => (answer = () => resolve(stored(4, { slotCapacity: 8 }))))
  const put = vi.spyOn(client.api, 'put').mockResolvedValue(stored(5) as never)
  put.mockReturnValueOnce(saved as never)
  await type('Places at each time', '8')
  await press('Save booking settings')
  await type('Places at each time', '6')
  answer()
  await screen.findByRole('button', { name: 'Undo changes' })
  await press('Save booking settings')
  expect(put.mock.lastCall?.[1]).toEqual(stored(4, { slotCapacity: 6 }))
})

it('moves the focus to the button that saves when “Undo changes” goes', async () => {
  await type('Days of notice', '2')
  await press('Undo changes')
  expect(screen.queryByRole('button', { name: 'Undo changes' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save booking settings' }))
})

it('says what the server refuses beside its field, and only there', async () => {
  const refusal = new ApiFailure('FIELD_INVALID', 'Give 0 to 60 days.', 422, 'settings.daysAhead')
  vi.spyOn(client.api, 'put').mockRejectedValueOnce(refusal)
  await type('Days of notice', '99')
  await press('Save booking settings')
  await screen.findByText('Give 0 to 60 days.')
  await vi.waitFor(() => expect(document.activeElement).toBe(field('Days of notice')))
  expect(screen.queryByRole('alert')).toBeNull()
})

const lost = () => new ApiFailure(NETWORK_CODE, '', 0)
const save = () => press('Save booking settings')

it('has the server ask about a setting that somebody else has changed as well', async () => {
  const put = vi.spyOn(client.api, 'put').mockRejectedValueOnce(lost())
  put.mockResolvedValue(stored(5, { windowDays: 45, daysAhead: 2 }) as never)
  await type('Days open ahead', '45')
  const theirs = stored(4, { windowDays: 60, daysAhead: 2 })
  vi.mocked(client.api.get).mockResolvedValue(theirs as never)
  await save()
  await waitFor(() => expect(field('Days of notice').value).toBe('2'))
  expect(field('Days open ahead').value).toBe('45')
  put.mockRejectedValueOnce(
    new ApiFailure('SETTINGS_CHANGED', '', 409, null, null, null, { current: theirs }),
  )
  await save()
  expect(put.mock.lastCall?.[1]).toEqual(stored(3, { windowDays: 45, daysAhead: 2 }))
  await press('Use mine')
  await waitFor(() => expect(put).toHaveBeenCalledTimes(3))
  expect(put.mock.lastCall?.[1]).toEqual(stored(4, { windowDays: 45, daysAhead: 2 }))
})

it('shows what somebody else has saved after a save whose answer was lost', async () => {
  const put = vi.spyOn(client.api, 'put').mockRejectedValueOnce(lost())
  await type('Days open ahead', '45')
  const theirs = stored(5, { windowDays: 60 })
  vi.mocked(client.api.get).mockResolvedValue(theirs as never)
  await save()
  await waitFor(() => expect(queries.getQueryData(settingsQuery().queryKey)).toEqual(theirs))
  // The server repeats its answer to the first try.
  put.mockResolvedValueOnce(stored(4, { windowDays: 45 }) as never)
  await save()
  await waitFor(() => expect(field('Days open ahead').value).toBe('60'))
  put.mockResolvedValueOnce(stored(6) as never)
  await type('Days of notice', '2')
  await save()
  expect(put.mock.lastCall?.[1]).toEqual(stored(5, { windowDays: 60, daysAhead: 2 }))
})

it('shows what a save without an answer has stored, and puts the next change over it', async () => {
  const put = vi.spyOn(client.api, 'put').mockRejectedValueOnce(new ApiFailure('UNAVAILABLE', '', 503))
  put.mockResolvedValue(stored(5) as never)
  await type('Places at each time', '8')
  vi.mocked(client.api.get).mockResolvedValue(stored(4, { slotCapacity: 8 }) as never)
  await press('Save booking settings')
  await screen.findByText('There is nothing left to save.')
  expect(screen.queryByRole('alert')).toBeNull()
  await type('Days of notice', '2')
  await press('Save booking settings')
  expect(put.mock.lastCall?.[1]).toEqual(stored(4, { slotCapacity: 8, daysAhead: 2 }))
})
