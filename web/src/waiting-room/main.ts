/**
 * The waiting page: one script and one style sheet, independent of the site. The server shows it in place of a page, and the
 * site comes here when a call is refused. It polls the server until the visitor is let in.
 */
import './waiting-room.css'
import { pause, signInPath, wayIn } from './way'
import { hasNoPlace, wordsOf, type Standing } from './words'

/** If the visitor was let in but the server showed this page again, the next attempt waits this long after the first. */
const AGAIN_MS = 10_000
/** After the draw the requests of all pages are spread over this time. */
const DRAW_SPREAD_MS = 3_000
const USUAL_POLL_S = 10
/** The timeout of a request. */
const PATIENCE_MS = 15_000
/** The least share of the outline that is drawn, so that it is recognisable as progress. */
const LEAST_SHOWN = 0.03

const get = (id: string) => document.getElementById(id)
const main = document.querySelector('main')
const run = document.querySelector<SVGPathElement>('.run')

/** Survives a reload of the tab: how long the queue was at first, and when the page last went in. */
interface Kept {
  first?: number
  leftAt?: number
}
const kept = (): Kept => (history.state as Kept | null) ?? {}
const keep = (more: Kept) => history.replaceState({ ...kept(), ...more }, '')

let standing: Standing | null = null
/** How far the server's clock is ahead of the device's, in milliseconds. */
let offset = 0
let failures = 0
let timer = 0
let due = 0
let said = ''

function write(id: string, text: string) {
  const element = get(id)
  if (element && element.textContent !== text) element.textContent = text
}

/** The share of the wait that is over, 0 to 1. */
function progress({ state, ahead, opensAt }: Standing, nowMs: number): number {
  if (state === 'draw') return opensAt ? 1 - (Date.parse(opensAt) - nowMs) / (15 * 60_000) : 0
  if (state !== 'waiting') return 1
  if (ahead === null) return 0
  const first = Math.max(kept().first ?? 0, ahead)
  if (first !== kept().first) keep({ first })
  return first === 0 ? 1 : 1 - ahead / first
}

function show() {
  if (!standing) return
  const nowMs = Date.now() + offset
  const words = wordsOf(standing, nowMs)
  const heading = document.querySelector('h1')
  if (heading && heading.textContent !== words.headline) heading.textContent = words.headline
  write('figure', words.figure)
  write('unit', words.unit)
  write('wait', words.wait || '\u00a0')
  write('what', words.what)
  document.title = words.title
  document.getElementById('place')?.toggleAttribute('hidden', hasNoPlace(standing))
  if (main) main.dataset.state = standing.state
  const done = Math.min(1, Math.max(LEAST_SHOWN, progress(standing, nowMs)))
  if (run) {
    run.style.strokeDashoffset = String(100 - done * 100)
    // Without dashes a complete outline closes at its corner.
    run.style.strokeDasharray = done === 1 ? 'none' : ''
  }
  // Screen readers announce changes that matter, not every number.
  const aloud = `${words.headline} ${words.wait}`.trim()
  if (aloud !== said) write('aloud', aloud)
  said = aloud
}

function enter() {
  const { leftAt = 0 } = kept()
  const early = leftAt + AGAIN_MS - Date.now()
  if (early > 0) return schedule(early)
  keep({ leftAt: Date.now() })
  const to = wayIn(new URL(location.href))
  if (to === null) location.reload()
  else location.replace(to)
}

function schedule(ms: number) {
  window.clearTimeout(timer)
  due = Date.now() + ms
  timer = window.setTimeout(() => void ask(), ms)
}

function isStanding(data: unknown): data is Standing {
  if (typeof data !== 'object' || data === null || !('state' in data)) return false
  return ['open', 'draw', 'waiting', 'admitted'].includes(String(data.state))
}

async function answer(): Promise<Standing> {
  const response = await fetch('/api/waiting-room', {
    headers: { accept: 'application/json' },
    credentials: 'same-origin',
    cache: 'no-store',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  const body = (await response.json()) as { data?: unknown }
  if (!response.ok || !isStanding(body.data)) throw new Error(String(response.status))
  return body.data
}

async function ask() {
  try {
    standing = await answer()
    const now = Date.parse(standing.now)
    if (!Number.isNaN(now)) offset = now - Date.now()
    failures = 0
    write('trouble', '')
  } catch {
    failures += 1
    const trying = standing && hasNoPlace(standing) ? 'We' : 'Your place is kept, and we'
    write('trouble', `We cannot reach the academy right now. ${trying} keep trying.`)
  }
  show()
  if (failures === 0 && (standing?.state === 'admitted' || standing?.state === 'open')) return enter()
  schedule(nextPause())
}

/** Before the draw, the next request comes just after it at the latest. */
function nextPause(): number {
  const usual = pause(standing?.pollSeconds ?? USUAL_POLL_S, failures, Math.random())
  if (failures > 0 || standing?.state !== 'draw' || !standing.opensAt) return usual
  const toDraw = Date.parse(standing.opensAt) - Date.now() - offset
  return toDraw > 0 ? Math.min(usual, toDraw + Math.random() * DRAW_SPREAD_MS) : usual
}

/** Timers of a background tab are throttled: a request that is overdue is sent when the tab is visible again. */
function back() {
  if (document.visibilityState === 'visible' && Date.now() >= due) schedule(0)
}

// Staff pages use the light theme.
if (/\/staff-account-/.test(decodeURIComponent(location.href)))
  document.documentElement.dataset.theme = 'light'
get('sign-in')?.setAttribute('href', signInPath(new URL(location.href)))
document.addEventListener('visibilitychange', back)
window.addEventListener('online', () => schedule(Math.random() * 1000))
window.setInterval(() => {
  if (standing?.state === 'draw') show()
}, 1000)
void ask()
