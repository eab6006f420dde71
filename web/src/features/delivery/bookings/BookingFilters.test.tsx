import { field, queriesKnowing, renderQueried, userEvent } from '../../../test/kit'
import { afterEach, expect, it, vi } from 'vitest'
import { configQuery } from '../../../api/queries'
import type { InAddress } from '../../../state/address'
import { boardConfig } from '../../../test/board'
import { BookingFilters } from './BookingFilters'
import { readFilters } from './filters'

const TODAY = '2026-11-21'

afterEach(() => {
  vi.useRealTimers()
})

it('offers the top 15 of this season, and of each that is over', async () => {
  vi.setSystemTime(`${TODAY}T10:00:00Z`)
  const onQuery = vi.fn<InAddress['onQuery']>()
  const query = { top15: '1' }
  renderQueried(
    <BookingFilters
      query={query}
      onQuery={onQuery}
      filters={readFilters(query, TODAY)}
      today={TODAY}
      teamName={undefined}
    />,
    queriesKnowing([configQuery().queryKey, boardConfig()]),
  )
  const standing = field<HTMLSelectElement>(/^Standing/)
  expect([...standing.options].map(({ value, textContent }) => [value, textContent])).toEqual([
    ['', 'Any'],
    ['true', 'Top 15 this season'],
    ['2', 'Top 15 of Season 2 · May–Aug 2026'],
    ['1', 'Top 15 of Season 1 · Jan–Apr 2026'],
  ])
  expect(standing.value).toBe('1')
  await userEvent.selectOptions(standing, '2')
  expect(onQuery).toHaveBeenCalledWith({ top15: '2', from: undefined, to: undefined })
})
