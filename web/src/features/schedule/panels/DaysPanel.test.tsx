import { render, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import type { DayPlaces } from '../api'
import type { Edit } from '../edit'
import { DaysPanel } from './DaysPanel'

const DATES = ['2026-11-30', '2026-12-01', '2026-12-02']

/** Shows the panel of three days, the first of which is closed. */
function shown(loaded: readonly string[]) {
  const onEdit = vi.fn<(edit: Edit) => void>()
  render(
    <DaysPanel
      dates={DATES}
      schedule={{ sessions: [], closed: new Set(['2026-11-30']), holidays: new Map() }}
      places={new Map(loaded.map((date) => [date, { date } as DayPlaces]))}
      onClose={vi.fn<() => void>()}
      onEdit={onEdit}
    />,
  )
  return onEdit
}

it('counts the days that are open and closed', () => {
  const onEdit = shown(DATES)
  screen.getByRole('button', { name: 'Open the 1 that are closed' })
  screen.getByRole('button', { name: 'Close the other 2' }).click()
  expect(onEdit).toHaveBeenCalledWith({ act: 'set-days', kind: 'closed-date', dates: DATES.slice(1) })
})

it('counts nothing where a day is not loaded, and takes all of them', () => {
  const onEdit = shown(DATES.slice(0, 2))
  screen.getByRole('button', { name: 'Close them' })
  screen.getByRole('button', { name: 'Open them' }).click()
  expect(onEdit).toHaveBeenCalledWith({ act: 'clear-days', kind: 'closed-date', dates: DATES })
})
