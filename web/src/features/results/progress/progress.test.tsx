import { queriesKnowing, renderQueried, screen, serve, userEvent, within } from '../../../test/kit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { OwnProgress, SeasonField, Visit } from '../../../api/types'
import { TEST_TYPES } from '../../../components/art/test-types'
import { progressQuery } from './api'
import { Progress } from './Progress'

const visit = (id: string, date: string, season: number, score: number, gain: number | null): Visit => ({
  eventBookingId: id,
  eventTestDate: date,
  season,
  score,
  gain,
  best: id === '2',
  tests: TEST_TYPES.map((name) => ({
    TestType: name,
    score: name === 'Speed' ? score + 5 : score,
    mark: name === 'Speed' ? 3.075 : 60,
    unit: name === 'Speed' ? 's' : 'hits',
    gain,
    best: id === '2',
  })),
})

const standing = (betterThan: number, people: number) => [
  { among: 'everybody' as const, name: null, percentile: betterThan + 0.24, betterThan, people },
  { among: 'ageGroup' as const, name: '25-29', percentile: null, betterThan: null, people: null },
]

const fieldOf = (id: string, season: number): SeasonField => ({
  eventBookingId: id,
  season,
  standings: standing(71, 212),
  median: { score: 51, tests: TEST_TYPES.map((name) => ({ TestType: name, score: 50 })) },
  top: { score: 81, tests: TEST_TYPES.map((name) => ({ TestType: name, score: 80 })) },
})

const three: OwnProgress = {
  visits: [
    visit('1', '2026-03-02', 11, 41.5, null),
    visit('2', '2026-09-16', 12, 66.2, 24.7),
    visit('3', '2026-10-28', 12, 64, -2.2),
  ],
  seasons: [
    { season: 11, start: '2026-01-01', end: '2026-04-30' },
    { season: 12, start: '2026-05-01', end: '2026-12-31' },
  ],
  field: fieldOf('3', 12),
}

beforeEach(() => {
  // It measures no width in a test: the chart is drawn once it has one.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly told: ResizeObserverCallback) {}
      observe() {
        this.told([{ contentRect: { width: 800 } } as ResizeObserverEntry], this as unknown as ResizeObserver)
      }
      disconnect() {}
      unobserve() {}
    },
  )
})

function show(progress: OwnProgress, fields: Record<string, OwnProgress> = {}) {
  const queries = queriesKnowing([progressQuery(null).queryKey, progress])
  for (const [id, data] of Object.entries(fields)) queries.setQueryData(progressQuery(id).queryKey, data)
  serve({})
  return renderQueried(<Progress title="Over time" progress={progress} />, queries)
}

const table = (name: RegExp) => screen.getByRole('table', { name })
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

describe('my progress', () => {
  it('draws the finals over time, with a table that says the same', () => {
    show(three)
    screen.getByRole('img', { name: /^Final score over 3 visits: 41\.50 on 2 Mar 2026 to 64\.00/ })
    const rows = within(table(/^Final score, visit by visit/)).getAllByRole('row', { name: /2026/ })
    expect(rows.map((row) => [within(row).getByRole('rowheader').textContent, ...cells(row)])).toEqual([
      ['28 Oct 2026', '64.00', '−2.20'],
      ['16 Sep 2026 Best', '66.20', '+24.70'],
      ['2 Mar 2026', '41.50', 'First'],
    ])
    within(table(/^Final score, visit by visit/)).getByText('Season 11')
  })

  it('draws a test instead once it is chosen, with what was measured', async () => {
    show(three)
    await userEvent.click(screen.getByRole('radio', { name: /^Speed/ }))
    screen.getByRole('img', { name: /^Speed over 3 visits: 46\.50/ })
    const [newest] = within(table(/^Speed, visit by visit/)).getAllByRole('row', { name: /2026/ })
    expect(cells(newest as HTMLElement)).toEqual(['69.00', '3.075 s', '−2.20'])
  })

  it('has the ten newest visits in its table, and all of them when asked', async () => {
    const visits = Array.from({ length: 12 }, (_, at) =>
      visit(`v${at}`, `2026-10-${String(at + 10)}`, 12, 50 + at, 1),
    )
    show({ ...three, visits })
    const table = screen.getByRole('table', { name: 'Final score, visit by visit' })
    expect(within(table).queryByText('50.00')).toBeNull()
    expect(within(table).getByText('52.00')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all 12 visits' }))
    expect(within(table).getByText('50.00')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull()
  })

  it('lays a visit over the first one, and over the median when that is chosen', async () => {
    show(three)
    const then = await screen.findByRole('combobox', { name: 'Compared with' })
    expect(then).toHaveProperty('value', '1')
    const row = () => within(table(/points per test/)).getByRole('row', { name: /^Speed/ })
    expect(cells(row())).toEqual(['69.00 3.075 s', '46.50 3.075 s', '+22.50'])
    await userEvent.selectOptions(then, 'Median of season 12')
    expect(cells(row())).toEqual(['69.00 3.075 s', '50.00', '+19.00'])
    await userEvent.selectOptions(then, 'Top 15 of season 12')
    expect(cells(row())).toEqual(['69.00 3.075 s', '80.00', '−11.00'])
  })

  it('says where a visit stands, and of few people nothing', async () => {
    const earlier = { ...three, field: { ...fieldOf('1', 11), standings: standing(0, 16) } }
    show(three, { 1: earlier })
    await screen.findByText('71')
    screen.getByText('Better than 71% of 212 people')
    screen.getByText('Fewer than ten people, so no number.')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Visit' }), '2 Mar 2026')
    await screen.findByText('All to chase among 16 people')
    expect(screen.getByRole('combobox', { name: 'Compared with' })).toHaveProperty('value', '2')
  })

  it('says among how many people a visit stands where an answer from before had no share', async () => {
    const standings = standing(71, 212).map(({ betterThan: _, ...before }) => before)
    show({ ...three, field: { ...fieldOf('3', 12), standings: standings as SeasonField['standings'] } })
    await screen.findByText('Among 212 people')
    screen.getByText('Fewer than ten people, so no number.')
    expect(document.body.textContent).not.toMatch(/undefined|NaN/)
  })

  it('starts with one visit: a point, no line, and the median to compare with', async () => {
    show({ ...three, visits: three.visits.slice(2) })
    screen.getByText('One visit is a start. The line begins with your next one.')
    expect(await screen.findByRole('combobox', { name: 'Compared with' })).toHaveProperty('value', 'median')
    expect(screen.queryByText('Since your first visit')).toBeNull()
  })

  it('has nothing to compare with outside every season', async () => {
    show({ visits: three.visits.slice(2), seasons: [], field: null })
    await screen.findByText(/outside every season/)
    expect(screen.queryByRole('combobox', { name: 'Compared with' })).toBeNull()
  })
})
