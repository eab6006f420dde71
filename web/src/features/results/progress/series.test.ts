import { describe, expect, it } from 'vitest'
import type { SeasonField, Visit } from '../../../api/types'
import { comparisons, firstChoice, MEDIAN, sixOf, TOP } from './compare'
import { amongText } from './InTheField'
import { gridOf, scoreScale, timeScale } from './scale'
import { bySeason, gainText, lineText, rangeOf, seriesOf, wayOf } from './series'

const visit = (
  at: number,
  date: string,
  season: number | null,
  score: number,
  more?: Partial<Visit>,
): Visit => ({
  eventBookingId: String(at),
  eventTestDate: date,
  season,
  score,
  gain: null,
  best: false,
  tests: [{ TestType: 'Speed', score, mark: 3.08, unit: 's', gain: null, best: false }],
  ...more,
})

const VISITS = [
  visit(1, '2026-03-02', 11, 41.5),
  visit(2, '2026-07-01', 12, 39.25, { gain: -2.25, tests: [] }),
  visit(3, '2026-10-02', 13, 60, { gain: 20.75, best: true }),
  visit(4, '2026-11-02', 13, 60, { gain: 0 }),
]

describe('a line', () => {
  it('has the visits of its series, with what was measured', () => {
    expect(seriesOf(VISITS, 'Final').map(({ score, mark }) => [score, mark])).toEqual([
      [41.5, null],
      [39.25, null],
      [60, null],
      [60, null],
    ])
    expect(seriesOf(VISITS, 'Speed').map(({ visit: id, mark }) => [id, mark])).toEqual([
      ['1', '3.08 s'],
      ['3', '3.08 s'],
      ['4', '3.08 s'],
    ])
    expect(seriesOf(VISITS, 'Power')).toEqual([])
  })

  it('is said in a sentence', () => {
    expect(lineText(seriesOf(VISITS, 'Final'), 'Final')).toBe(
      'Final score over 4 visits: 41.50 on 2 Mar 2026 to 60.00 on 2 Nov 2026. Personal best 60.00. The table holds the numbers.',
    )
    expect(lineText(seriesOf(VISITS.slice(0, 1), 'Final'), 'Final')).toBe(
      'Final score over 1 visit: 41.50 on 2 Mar 2026. The table holds the numbers.',
    )
    expect(lineText([], 'Power')).toBe('Power: no visit yet.')
  })

  it('tells gains, and the way from the first visit', () => {
    expect([null, 20.75, -2.25, 0].map((gain) => gainText(gain)?.text)).toEqual([
      undefined,
      '+20.75',
      '−2.25',
      'As before',
    ])
    expect(wayOf(seriesOf(VISITS, 'Final'))).toBe(18.5)
    expect(wayOf(seriesOf(VISITS.slice(0, 1), 'Final'))).toBeNull()
  })

  it('is listed newest first, season by season', () => {
    const groups = bySeason(seriesOf(VISITS, 'Final'))
    expect(groups.map(({ season, points }) => [season, points.map((point) => point.visit)])).toEqual([
      [13, ['4', '3']],
      [12, ['2']],
      [11, ['1']],
    ])
  })
})

describe('the scales', () => {
  it('keep every visit inside, in order, with room at both ends', () => {
    const dates = VISITS.map((one) => one.eventTestDate)
    const { xOf, from, to } = timeScale(dates, 600)
    const places = dates.map(xOf)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(Math.min(...places)).toBeGreaterThan(0)
    expect(Math.max(...places)).toBeLessThan(600)
    expect([xOf(from), xOf(to)]).toEqual([0, 600])
    expect(timeScale(['2026-03-02'], 100).xOf('2026-03-02')).toBe(50)
  })

  it.each([
    [
      [41.5, 60],
      [30, 70],
    ],
    [[60], [50, 70]],
    [[0], [0, 20]],
    [[100], [80, 100]],
    [
      [0, 100],
      [0, 100],
    ],
  ])('around %j is %j', (scores, range) => {
    const [low, high] = rangeOf(scores.map((score) => ({ score })))
    expect([low, high]).toEqual(range)
    expect(high - low).toBeGreaterThanOrEqual(20)
    const yOf = scoreScale([low, high], 100)
    expect([yOf(low), yOf(high)]).toEqual([100, 0])
    expect(gridOf([low, high]).every((value) => value >= low && value <= high)).toBe(true)
  })
})

describe('a comparison', () => {
  const field: SeasonField = {
    eventBookingId: '4',
    season: 13,
    standings: [],
    median: { score: 50, tests: [{ TestType: 'Speed', score: 44 }] },
    top: null,
  }
  const now = VISITS[3] as Visit

  it('offers the other visits, and of the field what there is', () => {
    expect(comparisons(VISITS, now, field)).toEqual([
      { value: '3', label: '2 Oct 2026' },
      { value: '2', label: '1 Jul 2026' },
      { value: '1', label: '2 Mar 2026' },
      { value: MEDIAN, label: 'Median of season 13' },
    ])
    expect(comparisons(VISITS.slice(3), now, null)).toEqual([])
    expect([firstChoice(VISITS, now), firstChoice(VISITS.slice(3), now)]).toEqual(['1', MEDIAN])
  })

  it('has the points behind each choice', () => {
    expect(sixOf(MEDIAN, VISITS, field)).toEqual({
      label: 'Median of season 13',
      score: 50,
      scores: { Speed: 44 },
      marks: {},
    })
    expect(sixOf(TOP, VISITS, field)).toBeNull()
    expect(sixOf('1', VISITS, field)?.marks).toEqual({ Speed: '3.08 s' })
    expect(sixOf('9', VISITS, field)).toBeNull()
  })

  it('says among whom', () => {
    const among = (kind: SeasonField['standings'][number]['among'], name: string | null) =>
      amongText({ among: kind, name, percentile: null, betterThan: null, people: null })
    expect([
      among('everybody', null),
      among('gender', 'female'),
      among('ageGroup', '25-29'),
      among('ageGroup', 'U18'),
      among('ageGroup', '70+'),
    ]).toEqual(['Everybody', 'Women', 'Age 25–29', 'Under 18', 'Age 70+'])
  })
})
