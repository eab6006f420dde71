/** `public/start.js`: what a press on the server's markup becomes once React has drawn the page. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi, type MockInstance } from 'vitest'

const SCRIPT = readFileSync('public/start.js', 'utf8')

let listening: MockInstance<typeof document.addEventListener>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
    },
  )
  const element = document.createElement('script')
  Object.assign(element.dataset, { main: 'data:text/javascript,', files: '' })
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
