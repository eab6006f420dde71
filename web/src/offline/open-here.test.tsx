import { act, press, screen, userEvent } from '../test/kit'
import { afterEach, expect, it, vi } from 'vitest'
import { go } from '../auth/protocol'
import { openHere } from './open-here'
import { countAsTyped } from './typing'

vi.mock('../auth/protocol', () => ({ go: vi.fn() }))

const BOOK = '/en-gb/my-account-book-test'
const PATH = `${BOOK}?date=2026-12-05T10:15`

const BEFORE = window.location.pathname
afterEach(() => window.history.replaceState(null, '', BEFORE))
const at = (address: string) => window.history.replaceState(null, '', address)

it('shows the page of a notification at once where nothing is typed', () => {
  openHere(PATH)
  expect(go).toHaveBeenCalledExactlyOnceWith(PATH)
})

it.each([
  ['the same time', PATH, PATH],
  ['the same offer', `${BOOK}#offer=7`, `${BOOK}#offer=7`],
  ['the page, at a time', PATH, BOOK],
  ['the page, at an offer', `${BOOK}#offer=7`, BOOK],
])('leaves a page that shows it already as it is: %s', (_, here, path) => {
  at(here)
  openHere(path)
  expect(go).not.toHaveBeenCalled()
})

it.each([
  ['to another page', '/en-gb/my-account-my-profile', BOOK],
  ['to another time', `${BOOK}?date=2026-12-06T09:00`, PATH],
  ['from a time to an offer', PATH, `${BOOK}#offer=7`],
])('leads a window that has moved on %s there', (_, here, path) => {
  at(here)
  openHere(path)
  expect(go).toHaveBeenCalledExactlyOnceWith(path)
})

it('leaves what is half filled in, and offers to open the page', async () => {
  const release = countAsTyped(() => true)
  act(() => openHere(PATH))
  release()
  const button = await screen.findByRole('button', { name: 'Open it anyway' })
  expect(go).not.toHaveBeenCalled()
  await userEvent.click(button)
  expect(go).toHaveBeenCalledExactlyOnceWith(PATH)
  await press('Later')
  expect(screen.queryByRole('button')).toBeNull()
})
