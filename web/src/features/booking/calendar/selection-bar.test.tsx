import { act, render, screen } from '../../../test/kit'
import { beforeEach, expect, it, vi } from 'vitest'
import { SelectionBar } from './SelectionBar'

/** A window 800 pixels high with the bar at its bottom. */
let barHeight: number
let tileTop: number
let grown: () => void

const scrolled = vi.fn()

beforeEach(() => {
  barHeight = 120
  vi.stubGlobal('innerHeight', 800)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(measure: () => void) {
        grown = () => act(measure)
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.matches('section')) return new DOMRect(0, 800 - barHeight, 390, barHeight)
    return new DOMRect(0, tileTop, 390, 60)
  })
  Element.prototype.scrollIntoView = scrolled
})
const room = () => document.documentElement.style.getPropertyValue('--dock-height')
const show = () =>
  render(
    <main tabIndex={-1}>
      <button>10:15</button>
      <SelectionBar tone="empty" title="Pick a time." />
    </main>,
  )

it('keeps the window free by its own height, and gives it back', () => {
  const { unmount } = show()
  expect(room()).toBe('120px')
  barHeight = 270
  grown()
  expect(room()).toBe('270px')
  unmount()
  expect(room()).toBe('')
})

it('brings the focused time back into view when it grows over it', () => {
  tileTop = 600
  show()
  screen.getByRole('button').focus()
  grown()
  expect(scrolled).not.toHaveBeenCalled()
  barHeight = 270
  grown()
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('button')])
})

it('leaves the page where it is while the whole page has the focus', () => {
  tileTop = 0
  show()
  screen.getByRole('main').focus()
  barHeight = 270
  grown()
  expect(scrolled).not.toHaveBeenCalled()
})
