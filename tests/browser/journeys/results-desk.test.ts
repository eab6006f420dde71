// Results from a file and a result put right, by programme delivery; the athlete and the board see both.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { inspect } from '../harness/inspect.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()
/** In the running season, before the server's today. */
const DAY = '2026-11-20'

const TESTS = {
  Cognitive: '64,71',
  Strength: '32.5,30.25',
  Power: '45.5,44',
  Speed: '3.305,3.28',
  Agility: '5.12,5.3',
  Endurance: '9.5,',
}

const file = (athlete: Athlete, change: Partial<typeof TESTS> = {}) => ({
  name: 'results.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'uaid,date,test,attempt1,attempt2',
      ...Object.entries({ ...TESTS, ...change }).map(
        ([name, attempts]) => `${athlete.uaid},${DAY},${name},${attempts}`,
      ),
    ].join('\n'),
  ),
})

interface Results {
  results: {
    eventBookingId: string
    score: number
    tests: { TestType: string; revision: number; attempts: { score: number }[] }[]
  }[]
}

/** As programme delivery sees them: each test with its revision. */
const resultsOf = async ({ uaid }: Athlete) => {
  const delivery = await tokenOf(stage.api, 'delivery@sixfold.example')
  const { results } = await stage.api.ask<Results>('GET', `user/results?uaid=${uaid}`, undefined, delivery)
  return results
}

/** Imports the day as a file would, for journeys that begin after it. */
async function imported(athlete: Athlete): Promise<void> {
  const delivery = await tokenOf(stage.api, 'delivery@sixfold.example')
  const body = { csv: file(athlete).buffer.toString() }
  await stage.api.ask('POST', 'event/admin/results/import?dryRun=false', body, delivery)
}

async function desk(view: string) {
  const page = await stage.open(`/en-gb/staff-account-pd-admin?section=results&view=${view}`, 'delivery')
  await page.getByRole('tab', { selected: true }).waitFor()
  return page
}

const choose = (page: Page, chosen: ReturnType<typeof file>) =>
  page.locator('#results-file').setInputFiles(chosen)

test('a file is tried, mended, imported, and refused the second time', { timeout: 180_000 }, async () => {
  const athlete = await stage.api.athlete()
  const page = await desk('import')

  await choose(page, file(athlete, { Power: '45.5,450', Speed: '-3.3,' }))
  await page.getByRole('alert').getByText('2 things to fix').waitFor()
  const lines = page.getByRole('table', { name: 'By line of the file' }).getByRole('rowheader')
  expect((await lines.allInnerTexts()).map((text) => text.replace(/\D/g, ''))).toEqual(['4', '5'])
  expect(await inspect(page, 'results-desk-refused')).toEqual([])
  expect(await resultsOf(athlete)).toEqual([])

  await choose(page, file(athlete))
  await page.getByRole('status').getByText('Every line fits').waitFor()
  expect(await resultsOf(athlete), 'a trial stores nothing').toEqual([])
  await page.getByRole('button', { name: 'Import 6 rows' }).click()
  await page.getByRole('status').getByText('6 rows imported').waitFor()
  expect(await inspect(page, 'results-desk-imported')).toEqual([])

  const [day] = await resultsOf(athlete)
  expect(day?.tests.find(({ TestType }) => TestType === 'Speed')?.attempts).toMatchObject([
    { score: 3.305 },
    { score: 3.28 },
  ])
  await choose(page, file(athlete))
  await page.getByRole('alert').getByText('6 things to fix').waitFor()
})

test(
  'a result is put right with a reason; two who correct at once decide',
  { timeout: 180_000 },
  async () => {
    const athlete = await stage.api.athlete()
    await imported(athlete)
    const [before] = await resultsOf(athlete)
    if (!before) throw new Error('nothing was imported')
    const page = await desk('correct')
    await page.getByRole('searchbox', { name: 'Athlete' }).fill(athlete.uaid)
    await page.getByRole('button', { name: new RegExp(`No. ${athlete.uaid}`) }).click()
    const strength = page.getByRole('textbox', { name: 'Strength, attempt 1' })
    await strength.fill('40')
    await page.getByRole('button', { name: 'Correct the result' }).click()
    await page.getByText('Say in a few words why the result changes.').first().waitFor()
    await page.getByRole('textbox', { name: 'Reason' }).fill('Typed 32.5 for 40.0')
    expect(await inspect(page, 'results-desk-correct')).toEqual([])

    // Meanwhile a colleague corrects the same test.
    const delivery = await tokenOf(stage.api, 'delivery@sixfold.example')
    const replaces = before.tests.find(({ TestType }) => TestType === 'Strength')?.revision
    const theirs = {
      eventBookingId: before.eventBookingId,
      results: [{ TestType: 'Strength', Attempts: [{ score: 35 }], replaces }],
      reason: 'The wrong dumbbell',
    }
    const taken = await stage.api.call('POST', 'event/admin/results/correct', theirs, delivery)
    expect(taken.status, JSON.stringify(taken.error)).toBe(200)

    await page.getByRole('button', { name: 'Correct the result' }).click()
    await page.getByText('Strength was changed by someone else meanwhile').waitFor()
    await page.getByRole('definition').getByText('35', { exact: true }).waitFor()
    expect(await inspect(page, 'results-desk-conflict')).toEqual([])
    await page.getByRole('button', { name: 'Use mine' }).click()
    await page.getByRole('status').getByText('Corrected').waitFor()

    const [after] = await resultsOf(athlete)
    const stored = after?.tests.find(({ TestType }) => TestType === 'Strength')
    expect(stored?.attempts[0]).toMatchObject({ score: 40 })
    expect(after?.score).toBeGreaterThan(before.score)
    const board = await stage.api.call(
      'GET',
      'user/leaderboard?eventID=sixfold-academy&from=2026-09-01&to=2026-12-31&top=5&around=1',
      undefined,
      athlete.token,
    )
    expect(JSON.stringify(board.data), 'the board has followed').toContain(String(after?.score))
  },
)
