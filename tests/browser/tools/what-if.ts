// How long a slider's move takes to be shown, with the processor slowed down four times. Prints one JSON object.
import { demo, signIn } from '../harness/session.ts'
import { launch, SIZES, Visitor } from '../harness/browser.ts'
import { Server } from '../harness/server.ts'

const MOVES = 200
/** How long nothing must have been loaded: a first visit also loads, once it has time, what other pages need. */
const QUIET_MS = 5_000

const server = await Server.start({ clock: 'system' })
const browser = await launch()
try {
  const visitor = await Visitor.arrive(browser, server, SIZES[0])
  await signIn(visitor, server.url, demo('retest'))
  // A visitor's clock is not the machine's: it cannot measure.
  const storageState = await visitor.context.storageState()
  const context = await browser.newContext({ baseURL: server.url, viewport: SIZES[0], storageState })
  const page = await context.newPage()
  let requests = 0
  let latest = Date.now()
  page.on('request', () => {
    requests += 1
    latest = Date.now()
  })
  await page.goto('/en-gb/my-account-what-it-takes')
  await page.getByRole('slider', { name: 'Speed, slider' }).waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  while (Date.now() - latest < QUIET_MS) await page.waitForTimeout(100)
  requests = 0
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  // As a finger does: the value changes, `input` is sent, and the figures are in the page, at the latest once the microtasks have
  // run; reading the layout makes the browser place them.
  const took = await page.evaluate(async (moves) => {
    const slider = document.querySelector<HTMLInputElement>('input[type=range][aria-label="Speed, slider"]')
    const final = document.querySelector<HTMLElement>('[data-final]')
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    if (!slider || !final || !set) throw new Error('no slider')
    const times: number[] = []
    for (let move = 0; move < moves; move++) {
      const before = final.textContent
      const begun = performance.now()
      set.call(slider, String(10 + ((move * 7) % 130)))
      slider.dispatchEvent(new Event('input', { bubbles: true }))
      await Promise.resolve()
      void final.getBoundingClientRect()
      times.push(performance.now() - begun)
      if (final.textContent === before) throw new Error('the final did not change')
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    }
    return times.slice(moves / 10).sort((one, other) => one - other)
  }, MOVES)
  const at = (share: number) => Number((took[Math.floor((took.length - 1) * share)] ?? 0).toFixed(2))
  process.stdout.write(
    JSON.stringify({ median: at(0.5), p95: at(0.95), p99: at(0.99), most: at(1), requests }),
  )
} finally {
  await browser.close()
  await server.stop()
}
