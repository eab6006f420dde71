// RULES 10.2
import { afterEach, expect, it } from 'vitest'
import { stays } from './stays'

const at = (path: string) => window.history.replaceState(null, '', path)

function typed() {
  document.body.innerHTML = '<form><input></form>'
  const field = document.querySelector('input')
  if (field) field.value = 'hello'
}

afterEach(() => {
  document.body.replaceChildren()
  delete document.documentElement.dataset.fullscreen
  at('/')
})

it.each([
  ['/en-gb/my-account-my-profile', true],
  ['/en-gb/staff-account-pd-admin', true],
  ['/en-gb/frequently-asked-questions', false],
  ['/en-gb/staff-account-instore-admin', false],
])('a refused call on %s: %s', (path, expected) => {
  at(path)
  expect(stays('ended')).toBe(expected)
})

it('a page on which something was typed stays, but not after 58 minutes', () => {
  typed()
  at('/en-gb/user-registration')
  expect(stays('ended')).toBe(true)
  expect(stays('over')).toBe(false)
})

it('never a tablet, nor a screen that fills the window', () => {
  typed()
  at('/en-gb/staff-account-instore-admin')
  expect(stays('ended')).toBe(false)
  at('/en-gb/my-account-my-leaderboard?fullscreen=true')
  document.documentElement.dataset.fullscreen = 'true'
  expect(stays('ended')).toBe(false)
})
