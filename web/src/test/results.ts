import type { OwnResult, OwnTest } from '../api/types'

/** A test of somebody's result. */
export const ownTest = (TestType: string, score: number | null, more: Partial<OwnTest> = {}): OwnTest => ({
  TestType,
  score,
  percentile: null,
  betterThan: null,
  attempts: [],
  unit: 's',
  allowed: 2,
  best: null,
  revision: 1,
  ...more,
})

/** Somebody's result; without a score it is held for the reveal. */
export const ownResult = (
  score: number | null,
  tests: OwnTest[],
  more: Partial<OwnResult> = {},
): OwnResult => ({
  eventBookingId: '7',
  eventTestDate: '2026-10-28',
  season: 12,
  protocolVersion: 1,
  score,
  percentile: null,
  betterThan: null,
  held: score === null,
  tests,
  ...more,
})
