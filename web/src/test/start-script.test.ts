/** `public/start.js`: loads the site's script, and replays a press on the server's markup that came before it. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest'
import { scopedName } from '../../build/scoped-names'

// The window of the tests imports nothing itself.
const SCRIPT = readFileSync('public/start.js', 'utf8').replaceAll('import(', 'window.load(')

let asked: string[]
/** Files that do not come. */
let lost: string[]

let listening: MockInstance<typeof document.addEventListener>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
    },
  )
  asked = []
  lost = []
  vi.stubGlobal('load', (file: string) => {
    asked.push(file)
    return lost.includes(file) ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({})
  })
  const element = document.createElement('script')
  Object.assign(element.dataset, { main: '/main.js', files: '/react.js /page.js' })
  Object.defineProperty(document, 'currentScript', { value: element, configurable: true })
  document.body.innerHTML = '<div id="root"></div>'
  listening = vi.spyOn(document, 'addEventListener')
  window.eval(SCRIPT)
})

afterEach(() => {
  for (const [type, listener] of listening.mock.calls) document.removeEventListener(type, listener)
  document.body.innerHTML = ''
})

const root = () => document.getElementById('root') as HTMLElement

/** Puts markup into the root as React would, and says which buttons are pressed from then on. */
function drawnByReact(html: string): string[] {
  const pressed: string[] = []
  root().innerHTML = html
  for (const button of root().querySelectorAll('button')) {
    Object.assign(button, { __reactProps$x: {} })
    button.addEventListener('click', () => pressed.push(button.id))
  }
  return pressed
}

const CAROUSEL = `<div data-item="slides">
  <button id="previous"><svg aria-label="Previous"></svg></button>
  <button id="next"><svg aria-label="Next"></svg></button>
</div>`

it('presses the same button of the same item, not the first one without words', () => {
  root().innerHTML = CAROUSEL
  document.getElementById('next')?.click()
  const pressed = drawnByReact(`<button id="menu"><svg></svg></button>${CAROUSEL}`)
  vi.advanceTimersByTime(500)
  expect(pressed).toEqual(['next'])
})

it('tells two buttons with the same words apart by their item and their order', () => {
  const page = `<div data-item="one"><button id="a">Book now</button></div>
    <div data-item="two"><button id="b">Book now</button><button id="c">Book now</button></div>`
  root().innerHTML = page
  document.getElementById('c')?.click()
  const pressed = drawnByReact(page)
  vi.advanceTimersByTime(500)
  expect(pressed).toEqual(['c'])
})

it('gives up after two seconds: by then the person has moved on', () => {
  root().innerHTML = CAROUSEL
  document.getElementById('next')?.click()
  vi.advanceTimersByTime(2500)
  const pressed = drawnByReact(CAROUSEL)
  vi.advanceTimersByTime(10_000)
  expect(pressed).toEqual([])
})

const alertText = () => document.querySelector('[role=alert]')?.textContent.replace(/\s+/g, ' ').trim()

it('runs the files in their order, the main script last and once', async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toEqual(['/react.js', '/page.js', '/main.js'])
  expect(alertText()).toBeUndefined()
})

it('asks twice more for a main script that does not come', async () => {
  lost = ['/react.js', '/main.js']
  await vi.advanceTimersByTimeAsync(1500)
  expect(asked).toEqual(['/react.js', '/page.js', '/main.js'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked.slice(3)).toEqual(['/main.js'])
  lost = []
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked.slice(3)).toEqual(['/main.js', '/main.js'])
  expect(alertText()).toBeUndefined()
})

it('then says so, and offers to load the page again', async () => {
  lost = ['/main.js']
  await vi.advanceTimersByTimeAsync(5500)
  expect(alertText()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toEqual(['/react.js', '/page.js', '/main.js', '/main.js', '/main.js'])
  expect(alertText()).toBe('This page did not load completely, so parts of it do not work. Reload')
  expect(document.querySelectorAll('[role=alert] a[href]')).toHaveLength(1)
})

it('says so in classes of the whole site', async () => {
  lost = ['/main.js']
  await vi.advanceTimersByTimeAsync(20_000)
  const ofSite = ['src/shell/AppShell.module.css', 'src/components/feedback/Notice.module.css'].flatMap(
    (file) =>
      [...readFileSync(file, 'utf8').matchAll(/^\.(\w+) \{/gm)].map(([, local = '']) =>
        scopedName(local, file),
      ),
  )
  const used = [...document.querySelectorAll('[class]')].flatMap((element) => [...element.classList])
  expect(used).toHaveLength(3)
  expect(ofSite).toEqual(expect.arrayContaining(used))
})
