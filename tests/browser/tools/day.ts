// The simulated day for the benchmark: many seeds with few athletes, some whole days, and how fast a full outbox empties.
// Prints one JSON object. `SIXFOLD_DAY_SEEDS` and `SIXFOLD_DAY_FULL` choose other numbers of seeds.
import { rm } from 'node:fs/promises'

import { type Drained, drain } from '../simulation/drain.ts'
import { type DayReport, runDay } from '../simulation/run-day.ts'
import { makeStage, type Stage } from '../simulation/stage.ts'

const ATHLETES = 30
const ATHLETES_FULL = 300
const AT_ONCE = 4
/** No further seed is started after this time. */
const LIMIT_S = 25 * 60

const count = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise)

async function seeds(stage: Stage, from: number, many: number): Promise<DayReport[]> {
  const began = performance.now()
  const reports: DayReport[] = []
  let next = from
  const lane = async () => {
    while (next < from + many && (performance.now() - began) / 1000 < LIMIT_S) {
      const seed = next
      next += 1
      const report = await runDay({ seed, stage }).catch((cause: unknown) => failed(seed, cause))
      reports.push(report)
      for (const mismatch of report.mismatches) console.error(`seed ${seed}: ${mismatch}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return reports
}

/** A day that did not come to its end is a day that went wrong. */
const failed = (seed: number, cause: unknown): DayReport => ({
  seed,
  mismatches: [cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)],
  acts: 0,
  kills: 0,
  troubles: new Set(),
  seconds: 0,
})

async function measured(athletes: number, from: number, many: number) {
  const stage = await makeStage(athletes)
  try {
    const began = performance.now()
    const reports = await seeds(stage, from, many)
    const seconds = (performance.now() - began) / 1000
    const sum = (of: (report: DayReport) => number) =>
      reports.reduce((total, report) => total + of(report), 0)
    return {
      seeds: reports.length,
      perSecond: reports.length / seconds,
      mismatches: sum(({ mismatches }) => mismatches.length),
      acts: sum(({ acts }) => acts),
      kills: sum(({ kills }) => kills),
    }
  } finally {
    await rm(stage.directory, { recursive: true, force: true })
  }
}

async function emptied(): Promise<Drained> {
  const stage = await makeStage(100)
  try {
    return await drain(stage)
  } finally {
    await rm(stage.directory, { recursive: true, force: true })
  }
}

const outbox = await emptied()
const small = await measured(ATHLETES, 1, count('SIXFOLD_DAY_SEEDS', 1000))
const full = await measured(ATHLETES_FULL, 100_001, count('SIXFOLD_DAY_FULL', 20))
console.log(JSON.stringify({ small, full, outbox }))
