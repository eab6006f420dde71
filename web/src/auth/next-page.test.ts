// RULES 10.2
import { expect, it } from 'vitest'
import { nextPage } from './next-page'

const HOME = '/en-gb/'
const PAGE = '/en-gb/my-account-my-leaderboard?fullscreen=true'
const at = { here: PAGE, fullscreen: false, online: true }
const screenAt = { ...at, fullscreen: true }

it.each(['signedOut', 'everywhere', 'deleted', 'elsewhere', 'over', 'ended', 'replaced', 'role'] as const)(
  'a screen that fills the window comes back as it was, any other page is left for the homepage: %s',
  (why) => {
    expect(nextPage(why, null, screenAt)).toBe(PAGE)
    expect(nextPage(why, null, at)).toBe(HOME)
  },
)

it('an answer that names the homepage takes no screen there', () => {
  const home = new URL(HOME, window.location.origin).href
  expect(nextPage('over', home, screenAt)).toBe(PAGE)
  expect(nextPage('over', home, at)).toBe(home)
})

it('a provider’s own sign-out comes first', () => {
  expect(nextPage('everywhere', 'https://club.example/end', screenAt)).toBe('https://club.example/end')
})

it('without a network the page stays after 58 minutes, but not once somebody has signed out', () => {
  expect(nextPage('over', null, { ...at, online: false })).toBe(PAGE)
  expect(nextPage('elsewhere', null, { ...at, online: false })).toBe(HOME)
})
