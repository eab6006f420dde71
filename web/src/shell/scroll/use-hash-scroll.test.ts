// RULES 13.3
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useHashScroll } from './use-hash-scroll'

let resized = () => {}
let height = 0
const scrolled = vi.fn<(options?: boolean | ScrollIntoViewOptions) => void>()

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(told: () => void) {
        resized = told
      }
      observe() {}
      disconnect() {
        resized = () => {}
      }
    },
  )
  vi.spyOn(document.body, 'offsetHeight', 'get').mockImplementation(() => height)
  height = 900
  Element.prototype.scrollIntoView = scrolled
  document.body.innerHTML = '<main><section id="devices"></section></main>'
})

const grow = () => {
  height += 100
  resized()
}

it('brings the target back when the page above it has grown', () => {
  renderHook(() => useHashScroll('devices', '/'))
  expect(scrolled).toHaveBeenCalledTimes(1)
  resized()
  expect(scrolled).toHaveBeenCalledTimes(1)
  grow()
  expect(scrolled).toHaveBeenLastCalledWith({ behavior: 'instant' })
  expect(scrolled).toHaveBeenCalledTimes(2)
})

it('leaves the page alone once the reader takes over', () => {
  renderHook(() => useHashScroll('devices', '/'))
  window.dispatchEvent(new Event('wheel'))
  grow()
  expect(scrolled).toHaveBeenCalledTimes(1)
})

it('waits for a target that comes later', async () => {
  renderHook(() => useHashScroll('later', '/'))
  grow()
  expect(scrolled).not.toHaveBeenCalled()
  document.body.append(Object.assign(document.createElement('section'), { id: 'later' }))
  await vi.waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1))
  grow()
  expect(scrolled).toHaveBeenCalledTimes(2)
})
