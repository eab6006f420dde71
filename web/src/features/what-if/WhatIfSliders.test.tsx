// The sliders with plain counting in place of the rules: a test's points are its mark, the final is their mean,
// and the gaps of a board are the finals on it.
import type { Outcome, Protocols, SeasonFinals, WhatIf } from '@sixfold/domain'
import { act, fireEvent, render, screen, within } from '../../test/kit'
import { Profiler } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TEST_TYPES } from '../../components/art/test-types'
import text from '../../components/text.module.css'
import type { Rules } from '../../rules'
import type { Visit } from './start'
import { WhatIfSliders } from './WhatIfSliders'

const MARKS = Array.from({ length: 101 }, (_, mark) => mark)
const OTHERS = 9

class Counting implements Pick<WhatIf, 'slider' | 'outcome' | 'goals'> {
  readonly #others: readonly number[]

  constructor(_: Protocols, { board }: SeasonFinals) {
    this.#others = board.gaps
  }

  slider = () => MARKS

  outcome = (marks: readonly number[]): Outcome => {
    const final = marks.reduce((sum, mark) => sum + mark, 0) / marks.length
    const position = 1 + this.#others.filter((other) => other > final).length
    const betterThan = Math.floor(final)
    return { points: [...marks], final, position, ranked: OTHERS + 1, percentile: final, betterThan }
  }

  goals = () => ({ top: 'met', best: 'met', nextUp: 'met' }) as const
}

const readAttempt = (_: unknown, text: string) => {
  const value = Number(text)
  if (value <= 120) return { ok: true, value }
  const message = 'That is not plausible: 0 to 120 hits.'
  return { ok: false, error: { code: 'ATTEMPT_OUT_OF_RANGE', message } }
}

const RULES = { WhatIf: Counting, readAttempt } as unknown as Rules

const PROTOCOLS: Protocols = {
  version: 1,
  tests: TEST_TYPES.map((TestType) => ({
    TestType,
    unit: 'hits',
    decimals: 0,
    zero: 0,
    hundred: 100,
    low: 0,
    high: 120,
    attempts: 1,
  })),
}

/** With a final of 52.50. */
const VISIT: Visit = {
  date: '2026-11-20',
  season: 13,
  final: 52.5,
  scoredAlike: true,
  marks: MARKS.slice(50, 56),
}

/** How often React has drawn. */
const drawn = vi.fn()

interface Start {
  visit?: Visit | null
  own?: number | null
  others?: number[]
}

/** Without a visit the sliders start in the middle, at 50 points each. */
function page({ visit = null, own = null, others = [] }: Start = {}) {
  const season = { number: 13, finals: { board: { gaps: others, counts: [] }, points: [] }, own }
  return (
    <Profiler id="sliders" onRender={drawn}>
      <WhatIfSliders
        rules={RULES}
        protocols={PROTOCOLS}
        season={season}
        visit={visit}
        best={0}
        trains={{}}
        waysHead={null}
      />
    </Profiler>
  )
}

function show(start?: Start) {
  const { unmount, rerender } = render(page(start))
  // Until the sentence for screen readers has settled.
  act(() => void vi.advanceTimersByTime(1_000))
  drawn.mockClear()
  return { unmount, refetch: (changed: Start) => rerender(page({ ...start, ...changed })) }
}

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Speed, slider' })
const number = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Speed in hits' })
const final = () => document.querySelector('[data-final]')?.textContent
const gain = () => document.querySelector('[data-final]')?.nextElementSibling?.firstElementChild
const place = () => document.querySelector('[data-place]')?.textContent
const slide = (to: number) => fireEvent.input(slider(), { target: { value: String(to) } })
const type = (text: string) => fireEvent.change(number(), { target: { value: text } })
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

/** What belongs to a mark, wherever it is written. */
const shown = () => ({
  final: final(),
  gain: gain()?.textContent,
  points: slider().closest('li')?.querySelector('p')?.textContent,
  said: slider().getAttribute('aria-valuetext'),
  filled: slider().style.getPropertyValue('--share'),
  thumb: slider().value,
  number: number().value,
})

const at = (mark: number, final: string, gain: string, ownGain: string) => ({
  final,
  gain,
  points: `${mark}.00${ownGain}`,
  said: `${mark} hits, ${mark}.00 points`,
  filled: `${mark}%`,
  thumb: String(mark),
  number: String(mark),
})
const AT_50 = at(50, '50.00', '', '')
const AT_80 = at(80, '55.00', '+5.00', '+30.00')
const AT_100 = at(100, '58.33', '+8.33', '+50.00')

beforeEach(() => {
  vi.useFakeTimers()
})

describe('a slider that is moved', () => {
  it('shows each move at once, and is drawn by React once it rests', () => {
    show()
    expect(shown()).toEqual(AT_50)
    slide(80)
    expect(shown()).toEqual(AT_80)
    pass(99)
    slide(100)
    expect(shown()).toEqual(AT_100)
    pass(99)
    expect(drawn).not.toHaveBeenCalled()
    pass(1)
    expect(drawn).toHaveBeenCalledOnce()
    expect(shown()).toEqual(AT_100)
    screen.getByText('Stop: 100 hits is worth 100 points, the most there are.')
  })

  it('is drawn at once when the finger lets go', () => {
    show()
    slide(100)
    fireEvent(slider(), new Event('change', { bubbles: true }))
    expect(drawn).toHaveBeenCalledOnce()
    screen.getByText('Stop: 100 hits is worth 100 points, the most there are.')
    pass(100)
    expect(drawn).toHaveBeenCalledOnce()
  })

  it('is not drawn any more once the page is gone', () => {
    const { unmount } = show()
    slide(80)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gives way to what is typed, even if that is what React has drawn before', () => {
    show()
    slide(80)
    type('50')
    expect(shown()).toEqual(AT_50)
    pass(100)
    expect(shown()).toEqual(AT_50)
  })

  it('goes back to the start, even if React has not drawn the move', () => {
    show()
    slide(80)
    fireEvent.click(screen.getByRole('button', { name: 'Back to the middle' }))
    expect(shown()).toEqual(AT_50)
    pass(100)
    expect(shown()).toEqual(AT_50)
  })

  it('shows a gain and a loss in their colours at once', () => {
    show()
    slide(80)
    expect(gain()?.classList.contains(text.accent ?? '')).toBe(true)
    slide(20)
    expect(gain()?.textContent).toBe('−5.00')
    expect(gain()?.classList.contains(text.signal ?? '')).toBe(true)
  })

  it('is placed on the newest board, also one that is fetched before React has drawn the move', () => {
    const { refetch } = show({ others: [47] })
    slide(20)
    expect(place()).toBe('2 of 10')
    refetch({ others: [] })
    expect(place()).toBe('1 of 10')
    pass(100)
    expect(place()).toBe('1 of 10')
  })

  it('takes the place of what was typed', () => {
    show()
    type('999')
    slide(80)
    expect(shown()).toEqual(AT_80)
  })
})

it('starts again from the marks of the visit once they are corrected', () => {
  const { refetch } = show({ visit: VISIT })
  expect(final()).toBe('52.50')
  refetch({ visit: { ...VISIT, final: 82.5, marks: MARKS.slice(80, 86) } })
  expect(final()).toBe('82.50')
  expect(gain()?.textContent).toBe('')
})

it('says to a screen reader why a number is not the one that was typed, and nothing else', () => {
  show()
  const corner = within(slider().closest('li') ?? document.body)
  const status = corner.getByRole('status')
  slide(100)
  pass(100)
  expect(status.textContent).toBe('')
  type('999')
  fireEvent.blur(number())
  expect(status.textContent).toBe('Stopped at 120 hits. That is not plausible: 0 to 120 hits.')
  expect(status.isConnected).toBe(true)
  // The same once more, which is announced again.
  type('999')
  expect(status.textContent).toBe('')
  fireEvent.blur(number())
  expect(status.textContent).toBe('Stopped at 120 hits. That is not plausible: 0 to 120 hits.')
  slide(80)
  expect(status.textContent).toBe('')
})

// RULES 7.14
it.each([
  ['has no row on today’s board', null, 'That final would be in the top 15 today.'],
  ['has a row that today’s points are above', 52, 'That final would be in the top 15 today.'],
  ['has a row', 52.5, 'You are in the top 15 today.'],
])('speaks of a place on the board only if the athlete %s', (_, own, sentence) => {
  show({ visit: VISIT, own })
  screen.getByText(sentence)
})
