import { render, screen } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import type { DayPlaces } from '../api'
import type { Edit } from '../edit'
import { DayPanel } from './DayPanel'

const DATE = '2026-11-30'

interface Day {
  undecided?: number
  past?: boolean
  closed?: boolean
}

function shown({ undecided, past = false, closed = true }: Day) {
  const onEdit = vi.fn<(edit: Edit) => void>()
  render(
    <DayPanel
      date={DATE}
      past={past}
      schedule={{ sessions: [], closed: new Set(closed ? [DATE] : []), holidays: new Map() }}
      places={{ date: DATE, capacity: 0, taken: 2, undecided } as DayPlaces}
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
it.each([
  { closed: true, why: 'Nobody will be there for the bookings of this day.' },
  { closed: false, why: 'The content hub has closed the time of 1 booking.' },
])('asks about the bookings whose times were closed without a decision about them: %o', ({ closed, why }) => {
  const onEdit = shown({ undecided: 1, closed })
  screen.getByText(why)
  screen.getByRole('button', { name: 'Decide about them' }).click()
  expect(onEdit).toHaveBeenCalledWith({ act: 'decide', date: DATE, closed })
})

it.each([{}, { closed: false }, { undecided: 2, past: true }])(
  'asks nothing where there is nothing to decide: %o',
  (day) => {
    shown(day)
    expect(screen.queryByRole('button', { name: 'Decide about them' })).toBeNull()
  },
)
