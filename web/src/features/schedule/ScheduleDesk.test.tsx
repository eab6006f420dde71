import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { addDays } from '../../academy/civil-date'
import { londonToday } from '../../academy/london'
import { api } from '../../api/client/client'
import { ApiFailure } from '../../api/client/failure'
import { renderQueried } from '../../test/render'
import { ScheduleDesk } from './ScheduleDesk'

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('keeps what was typed for a session that is refused', async () => {
  const date = addDays(londonToday(), 9)
  vi.spyOn(api, 'get').mockResolvedValue({
    sessions: [],
    closedDates: [],
    bankHolidays: [],
    days: [],
    times: [],
  } as never)
  const other = { id: 's1', date, start: '14:00', end: '16:30' }
  vi.spyOn(api, 'post').mockRejectedValue(
    new ApiFailure('SESSION_OVERLAP', '', 422, null, null, null, { with: other }),
  )
  renderQueried(<ScheduleDesk query={{}} onQuery={vi.fn()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'New session' }))
  await userEvent.click(screen.getByRole('radio', { name: /^Mop-up/ }))
  const day = screen.getByLabelText('Day')
  await userEvent.clear(day)
  await userEvent.type(day, date)
  await userEvent.selectOptions(screen.getByLabelText('From'), '15:00')
  await press('Add the session')
  expect((await screen.findByRole('alert')).textContent).toContain('14:00 to 16:30')
  await press('Change it')
  expect(screen.getByRole('dialog', { name: 'New session' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Mop-up/ }).checked).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe(date)
  expect(screen.getByLabelText<HTMLSelectElement>('From').selectedOptions[0]?.text).toBe('15:00')
})
