import { answered, press, refused, render, renderQueried, screen, serve, within } from '../../test/kit'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnResult } from '../../api/types'
import { RetestCall } from './RetestCall'
import { ResultDetail } from './ResultDetail'
import { ScoreTiles } from './ScoreTiles'
import { ShapeCard } from './ShapeCard'
import { ownResult, ownTest } from '../../test/results'

const speed = ownTest('Speed', 80, {
  percentile: 84.6,
  betterThan: 82,
  attempts: [
    { score: 3.08, points: 74.67 },
    { score: 3, points: 80 },
  ],
  best: 3,
  previous: { score: 66, date: '2026-09-16' },
})
const power = ownTest('Power', 60, { percentile: 22, betterThan: 20, unit: 'cm', best: 3 })
const result = ownResult(73.91, [speed, power], {
  percentile: 81.66,
  betterThan: 80,
  previous: { score: 65.2, date: '2026-09-16' },
})
const { previous: _, ...alone } = result
const held: OwnResult = {
  ...alone,
  held: true,
  score: null,
  percentile: null,
  betterThan: null,
  tests: result.tests.map(({ previous: _, ...test }) => ({
    ...test,
    score: null,
    percentile: null,
    betterThan: null,
    attempts: test.attempts.map((attempt) => ({ ...attempt, points: null })),
  })),
}
const card = (of: OwnResult | null) =>
  render(
    <ShapeCard
      title="Latest scores"
      result={of}
      emptyText="Waiting for you."
      aboutTest={(test) => `/about#${test}`}
    />,
  )

describe('the newest result', () => {
  it('tells score, rating, last time, and the same as a table', () => {
    card(result)
    screen.getByText('73.91')
    screen.getByText('Better than 80% of the field')
    screen.getByText('+8.71')
    screen.getByText('65.20 on Wed 16 Sep 2026')
    const row = screen.getByRole('row', { name: /Speed/ })
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['80.00', '3.00 s', '66.00', 'Better than 82% of the field'])
    expect(screen.getByRole('row', { name: /Agility/ }).textContent).toContain('Not tested')
    expect(screen.getByRole('link', { name: 'Power' }).getAttribute('href')).toBe('/about#Power')
  })

  it('has no rating where an answer from before had none', () => {
    const before = ({ betterThan: _, ...rest }: OwnResult) => rest as OwnResult
    const { container } = card(before(result))
    screen.getByText('+8.71')
    expect(container.querySelector('.track')).toBeNull()
  })

  it('is shown to its owner as it was measured while it is held, without a point', () => {
    const { container } = card(held)
    screen.getByText('Your result is revealed at the event')
    expect(screen.getByRole('list', { name: 'Attempts: Speed' }).textContent).toContain('3.08 s')
    expect(container.textContent).not.toMatch(/73\.91|80\.00|points|of the field|Final score|counted/)
  })

  it('waits for a first test', () => {
    card(null)
    screen.getByText('Waiting for you.')
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('a score card of a test', () => {
  it('has every attempt with its unit and points, and says which one counted', () => {
    render(<ScoreTiles result={result} />)
    const attempts = within(screen.getByRole('list', { name: 'Attempts: Speed' })).getAllByRole('listitem')
    expect(attempts.map(({ textContent }) => textContent)).toEqual([
      '3.08 s 74.67 points',
      '3.00 s counted 80.00 points',
    ])
    screen.getByText('No attempts on record')
    screen.getByText('First time')
  })
})

describe('a past result', () => {
  let answer: () => Response
  beforeEach(() => {
    serve({ '*': () => answer() })
  })
  const past = (bookingId: string) =>
    renderQueried(<ResultDetail bookingId={bookingId} fallback={<p>What the booking knows</p>} />)
  const told = () => answered({ results: [result], retest: { opens: null, openNow: false } })

  it('is told in full', async () => {
    answer = told
    past('7')
    await screen.findByText('Better than 80% of the field')
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Power',
      'Speed',
    ])
  })

  it('that has no result keeps to what the booking knows', async () => {
    answer = told
    past('8')
    await screen.findByText('What the booking knows')
  })

  it('says that ratings did not load, and tries again', async () => {
    answer = () => refused(500, 'INTERNAL', { errorMessage: 'Oh' })
    past('7')
    await screen.findByText('Ratings did not load')
    screen.getByText('What the booking knows')
    answer = told
    await press('Try again')
    await screen.findByText('Better than 80% of the field')
  })
})

describe('the way to a retest', () => {
  const call = (opens: string | null, openNow: boolean) =>
    render(<RetestCall retest={{ opens, openNow }} href="/book" />)

  it('says which day it opens', () => {
    call('2026-11-28', false)
    screen.getByText('You can book your retest from Sat 28 Nov 2026.')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says that it is open', () => {
    call('2026-11-20', true)
    screen.getByText(/Your retest is open/)
    screen.getByRole('link', { name: 'Book a retest' })
  })

  it('is nothing before the first test', () => {
    expect(call(null, false).container.textContent).toBe('')
  })
})
