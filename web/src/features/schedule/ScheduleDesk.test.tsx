import { field, press, renderQueried, screen, userEvent } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { addDays } from '../../academy/civil-date'
import { londonToday } from '../../academy/london'
import { api } from '../../api/client/client'
import { ApiFailure } from '../../api/client/failure'
import { ScheduleDesk } from './ScheduleDesk'

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
  await press('New session')
  await userEvent.click(screen.getByRole('radio', { name: /^Mop-up/ }))
  const day = field('Day')
  await userEvent.clear(day)
  await userEvent.type(day, date)
  await userEvent.selectOptions(field('From'), '15:00')
  await press('Add the session')
  expect((await screen.findByRole('alert')).textContent).toContain('14:00 to 16:30')
  await press('Change it')
  expect(screen.getByRole('dialog', { name: 'New session' })).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Mop-up/ }).checked).toBe(true)
  expect(field('Day').value).toBe(date)
  expect(field<HTMLSelectElement>('From').selectedOptions[0]?.text).toBe('15:00')
})
