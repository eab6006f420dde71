import { queriesKnowing, renderQueried, screen } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { configQuery } from '../../../api/queries'
import type { EventConfig } from '../../../api/types'
import { FinalPanel } from './FinalPanel'
import type { AthleteView, Protocol } from '../model'
import { TEST_TYPES } from '../../../components/art/test-types'

const athlete: AthleteView = {
  bookingId: 'b1',
  uaid: '10000001',
  name: 'Ada Field',
  time: '10:00',
  stage: 'onboarded',
  tests: TEST_TYPES.map((test) => ({
    test,
    protocol: { TestType: test } as Protocol,
    status: 'closed',
    attempts: [1],
    best: 1,
    score: 50,
    unsent: false,
  })),
  preview: 50,
  final: null,
  unsent: 0,
}

beforeEach(() => vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 10), toFake: ['Date'] }))

function show(...seasons: (readonly [string, string])[]): void {
  const config = { seasons: seasons.map(([start, end]) => ({ start, end })) } as EventConfig
  const nothing = () => undefined
  renderQueried(
    <FinalPanel
      athlete={athlete}
      hold={false}
      onHold={nothing}
      notes=""
      onNotes={nothing}
      onSubmit={nothing}
      onDone={nothing}
      onBack={nothing}
    />,
    queriesKnowing([configQuery().queryKey, config]),
  )
}

it('promises the boards while a season covers today', () => {
  show(['2026-09-01T00:00:00Z', '2026-12-01T00:00:00Z'])
  expect(screen.getByText('The final goes on the boards at once.')).toBeTruthy()
})

it.each([
  ['there is none', []],
  ['the last one is over', [['2026-01-01T00:00:00Z', '2026-06-30T23:59:59Z']]],
  ['the next one has not begun', [['2026-12-01T00:00:00Z', '2027-03-01T00:00:00Z']]],
] as [string, [string, string][]][])('promises no board where %s', (_, seasons) => {
  show(...seasons)
  expect(screen.getByText(/^No season covers today/)).toBeTruthy()
  expect(screen.queryByText(/on the boards at once/)).toBeNull()
})
