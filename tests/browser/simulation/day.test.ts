// Four tablets, three hundred athletes and everything that goes wrong on such a day: the database is what was typed.
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { ALL_TROUBLES } from './link.ts'
import { runDay } from './run-day.ts'
import { makeStage, type Stage } from './stage.ts'

const FULL = 300
const SMALL = 24

const stages: Stage[] = []
let full: Stage
let small: Stage

beforeAll(async () => {
  full = await makeStage(FULL)
  small = await makeStage(SMALL)
  stages.push(full, small)
}, 240_000)

afterAll(async () => {
  for (const { directory } of stages) await rm(directory, { recursive: true, force: true })
})

describe('a simulated day', () => {
  test.concurrent.for([1, 2, 3])(
    'seed %i: each attempt is stored exactly once',
    { timeout: 240_000 },
    async (seed, { expect }) => {
      const { mismatches, acts, kills, troubles } = await runDay({ seed, stage: full })
      expect(mismatches).toEqual([])
      expect(acts).toBeGreaterThanOrEqual(FULL * 8)
      expect(kills).toBeGreaterThan(4)
      for (const trouble of ALL_TROUBLES) expect(troubles).toContain(trouble)
    },
  )

  test('without the guard of the keys the comparison finds what went wrong', async () => {
    const kept = await runDay({ seed: 11, stage: small })
    expect(kept.mismatches).toEqual([])
    const changed = await runDay({ seed: 11, stage: small, keysChange: true })
    expect(changed.mismatches).not.toEqual([])
  })
})
