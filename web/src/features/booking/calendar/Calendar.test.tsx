import { render, screen, within } from '../../../test/kit'
import { expect, it, vi } from 'vitest'
import { Calendar } from './Calendar'
import { dayView } from './day-view'

it('draws no week before the first day that it is given', () => {
  const wording = { retestOpensOn: null, firstDate: '2026-11-24', lastDate: '2026-11-30' }
  render(
    <Calendar
      bounds={{ first: '2026-11-23', last: '2026-11-30' }}
      today="2026-11-22"
      selected={null}
      current={null}
      viewOf={(date) => dayView({ date, open: false, slots: [] }, 6, wording)}
      onSelect={vi.fn()}
    />,
  )
  const days = within(screen.getByRole('grid', { name: 'November 2026' })).getAllByRole('button')
  expect(days[0]?.textContent).toBe('23')
  expect(days).toHaveLength(8)
})
