import { afterEach, expect, it } from 'vitest'
import { wayOf } from './keys'

afterEach(() => document.body.replaceChildren())

/** What a key means that is pressed on an element. */
function pressed(key: string, on = 'div', more: KeyboardEventInit = {}) {
  const element = document.body.appendChild(document.createElement(on))
  let way: ReturnType<typeof wayOf> = null
  const listen = (event: KeyboardEvent) => (way = wayOf(event))
  window.addEventListener('keydown', listen)
  element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  window.removeEventListener('keydown', listen)
  return way
}

it('goes on with Space and →, and back with ←', () => {
  expect([pressed(' '), pressed('ArrowRight'), pressed('ArrowLeft')]).toEqual(['next', 'next', 'back'])
  expect(pressed('Enter')).toBeNull()
})

it('leaves Space to the button it is pressed on, the arrows work there too', () => {
  expect(pressed(' ', 'button')).toBeNull()
  expect(pressed('ArrowRight', 'button')).toBe('next')
})

it.each(['input', 'select', 'textarea'])('leaves every key to an %s', (field) => {
  expect([' ', 'ArrowRight', 'ArrowLeft'].map((key) => pressed(key, field))).toEqual([null, null, null])
})

it('does nothing while a key is held down, with another key, or while a question is open', () => {
  expect(pressed('ArrowRight', 'div', { repeat: true })).toBeNull()
  expect(pressed('ArrowLeft', 'div', { altKey: true })).toBeNull()
  document.body.appendChild(document.createElement('dialog')).setAttribute('open', '')
  expect(pressed('ArrowRight')).toBeNull()
})
