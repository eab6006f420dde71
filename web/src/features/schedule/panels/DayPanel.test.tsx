import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { DayPlaces } from '../api'
import type { Edit } from '../edit'
import { DayPanel } from './DayPanel'

const DATE = '2026-11-30'

function shown({ taken, past = false }: { taken: number; past?: boolean }) {
  const onEdit = vi.fn<(edit: Edit) => void>()
  render(
    <DayPanel
      date={DATE}
      past={past}
      schedule={{ sessions: [], closed: new Set([DATE]), holidays: new Map() }}
      places={{ date: DATE, capacity: 0, taken } as DayPlaces}
      onClose={vi.fn<() => void>()}
      onEdit={onEdit}
      onOpen={vi.fn<() => void>()}
      onNew={vi.fn<() => void>()}
      onHours={null}
    />,
  )
  return onEdit
}

// RULES 3.11
it('asks about the bookings of a day that was closed without a decision about them', () => {
  const onEdit = shown({ taken: 2 })
  screen.getByRole('button', { name: 'Decide about them' }).click()
  expect(onEdit).toHaveBeenCalledWith({ act: 'set-days', kind: 'closed-date', dates: [DATE] })
})

it.each([{ taken: 0 }, { taken: 2, past: true }])(
  'asks nothing where there is nothing to decide: %o',
  (day) => {
    shown(day)
    expect(screen.queryByRole('button', { name: 'Decide about them' })).toBeNull()
  },
)
