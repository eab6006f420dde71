import type { Outcome, Protocol, WhatIf } from '@sixfold/domain'
import { press, render, screen } from '../../test/kit'
import { expect, it, vi } from 'vitest'
import { TEST_TYPES } from '../../components/art/test-types'
import { Ways } from './Ways'

const FROM = TEST_TYPES.map(() => 50)

const outcome = (points: number[]): Outcome => {
  const final = points.reduce((sum, one) => sum + one, 0) / points.length
  return { points, final, position: 3, ranked: 20, percentile: final, betterThan: Math.floor(final) }
}

const WHAT_IF = {
  goals: () => ({ top: 'met', best: 55, nextUp: 'met' }),
  cheapestTo: () => [80, ...FROM.slice(1)],
  outcome,
  reachedBy: () => null,
} as unknown as WhatIf

const PROTOCOLS = TEST_TYPES.map((TestType) => ({ TestType, unit: 'hits' }) as Protocol)

const show = (onBoard: boolean, take = vi.fn()) =>
  render(
    <Ways
      whatIf={WHAT_IF}
      protocols={PROTOCOLS}
      from={FROM}
      start={outcome(FROM)}
      best={54}
      onBoard={onBoard}
      trains={{}}
      onTake={take}
    />,
  )

// RULES 7.14
it.each([
  [true, ['You are in the top 15 today.', 'Nobody is above you today.']],
  [false, ['That final would be in the top 15 today.', 'Nobody on today’s board is above that.']],
])('says what is reached: on the board %s', (onBoard, sentences) => {
  show(onBoard)
  for (const sentence of sentences) screen.getByText(sentence)
})

it('shows a way, and says how to put the sliders there again', async () => {
  const take = vi.fn()
  show(true, take)
  await press('Show the way: To your next best')
  expect(take).toHaveBeenCalledWith([80, ...FROM.slice(1)])
  const way = screen.getByRole('region', { name: 'To your next best, corner by corner' })
  expect(way.textContent).toContain(
    'Your final would have been 55.00, place 3 of 20 on today’s board. “Show the way” puts the sliders there.',
  )
})
