// Lighthouse results of the public pages and of My progress on a phone: its four scores, the largest contentful paint and the layout
// shift, each the median of several runs against the server that the environment names. Prints one JSON object.
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { request } from 'playwright-core'

import { chrome, FLAGS } from '../harness/browser.ts'
import { Server } from '../harness/server.ts'
import { DEMO, signIn } from '../harness/session.ts'

const RUNS = 5
/** Chromium loses a trace now and then; that says nothing of the page. */
const TRIES = 3

/** The leaderboard and a person's own pages are not for search engines: their SEO score says only that. */
const PAGES = [
  { name: 'homepage', path: '/en-gb/', indexed: true },
  { name: 'About the Test', path: '/en-gb/my-account-about-the-tests', indexed: true },
  { name: 'FAQs', path: '/en-gb/frequently-asked-questions', indexed: true },
  { name: 'leaderboard', path: '/en-gb/my-account-my-leaderboard', indexed: false },
  {
    name: 'My progress',
    path: '/en-gb/my-account-my-progress',
    indexed: false,
    athlete: 'retest@sixfold.example',
  },
]

const CATEGORIES = {
  performance: 'performance',
  accessibility: 'accessibility',
  practices: 'best-practices',
  seo: 'seo',
}

interface Run {
  scores: Record<keyof typeof CATEGORIES, number>
  /** Milliseconds, simulated. */
  lcp: number
  cls: number
  /** Milliseconds, simulated. */
  tbt: number
  /** What kept a score from being full. */
  faults: string[]
}

const server = await Server.start({ clock: 'system' })
try {
  const pages = []
  for (const page of PAGES) {
    const cookie = page.athlete ? await sessionOf(page.athlete) : null
    // Of its own for each page: cookies of a visit before would take the place of the session's.
    const browser = await launch({ chromePath: chrome(), chromeFlags: ['--headless', ...FLAGS] })
    const runs: Run[] = []
    try {
      for (let run = 0; run < RUNS; run += 1)
        runs.push(await look(browser.port, `${server.url}${page.path}`, cookie))
    } finally {
      browser.kill()
    }
    const middle = (number: (run: Run) => number) =>
      runs.map(number).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
    pages.push({
      ...page,
      performance: middle((run) => run.scores.performance),
      accessibility: middle((run) => run.scores.accessibility),
      practices: middle((run) => run.scores.practices),
      seo: middle((run) => run.scores.seo),
      lcp: middle((run) => run.lcp),
      cls: middle((run) => run.cls),
      tbt: middle((run) => run.tbt),
      faults: [...new Set(runs.flatMap((run) => run.faults))],
    })
  }
  process.stdout.write(JSON.stringify({ runs: RUNS, pages }))
} finally {
  await server.stop()
}

/** The cookie of a new session. */
async function sessionOf(emailAddress: string): Promise<string> {
  const context = await request.newContext()
  try {
    await signIn({ context: { request: context } }, server.url, { emailAddress, password: DEMO })
    const { cookies } = await context.storageState()
    return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  } finally {
    await context.dispose()
  }
}

async function look(port: number, url: string, cookie: string | null, tries = TRIES): Promise<Run> {
  const extraHeaders = cookie === null ? null : { Cookie: cookie }
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    extraHeaders,
  })
  if (!result) throw new Error(`Lighthouse has nothing to say of ${url}`)
  const { audits, categories, finalDisplayedUrl, runtimeError } = result.lhr
  if (runtimeError && tries > 1) return look(port, url, cookie, tries - 1)
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  if (finalDisplayedUrl !== url) throw new Error(`${url} leads to ${finalDisplayedUrl}`)
  const score = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const weighed = Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map((reference) => ({ category: id, id: reference.id })),
  )
  return {
    scores: {
      performance: score(CATEGORIES.performance),
      accessibility: score(CATEGORIES.accessibility),
      practices: score(CATEGORIES.practices),
      seo: score(CATEGORIES.seo),
    },
    lcp: value('largest-contentful-paint'),
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    faults: weighed
      .filter(({ id }) => (audits[id]?.score ?? 1) < 0.9)
      .map(({ category, id }) =>
        `${category}: ${audits[id]?.title ?? id} ${audits[id]?.displayValue ?? ''}`.trim(),
      ),
  }
}
