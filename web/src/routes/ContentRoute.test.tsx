// Addresses that an open tab does not know.
import { RouterProvider } from '@tanstack/react-router'
import { act, press, queriesKnowing, renderQueried, screen, serve } from '../test/kit'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configQuery } from '../api/queries'
import { routerOf } from '../test/router'

const go = vi.hoisted(() => vi.fn())
vi.mock('../auth/protocol', async (original) => ({ ...(await original<object>()), go }))

const HOME = '/en-gb/'
const SENTENCE = 'The page you are looking for cannot be found'

beforeEach(() => {
  serve({})
})
afterEach(() => {
  document.getElementById('first-data')?.remove()
  window.history.replaceState(null, '', HOME)
})

/** Makes the document one that the server drew; without it, it is the service worker's shell. */
function drawByServer() {
  const script = document.createElement('script')
  script.id = 'first-data'
  script.type = 'application/json'
  document.body.append(script)
}

/** Goes to an address in a document that was loaded from another one. */
async function open(address: string, loadedFrom = HOME) {
  vi.resetModules()
  window.history.replaceState(null, '', loadedFrom)
  const { ContentRoute } = await import('./ContentRoute')
  window.history.replaceState(null, '', address)
  const router = routerOf({ '/en-gb/$': ContentRoute }, address)
  const config = { pages: { '/news': 'news' }, libraryEntry: { libraryId: 'sixfold-en-gb' } }
  renderQueried(<RouterProvider router={router as never} />, queriesKnowing([configQuery().queryKey, config]))
}

const setOnline = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

it('asks the server for an address that was come to inside the site, once', async () => {
  await open('/en-gb/old-news?from=mail#top')
  await vi.waitFor(() => expect(go).toHaveBeenCalled())
  expect(go.mock.calls).toEqual([[`${window.location.origin}/en-gb/old-news?from=mail#top`]])
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

it('does not ask again for the address that the document was loaded from', async () => {
  drawByServer()
  await open('/en-gb/old-news', '/en-gb/old-news')
  await screen.findByText(SENTENCE)
  expect(go).not.toHaveBeenCalled()
})

it('waits for a network', async () => {
  setOnline(false)
  await open('/en-gb/old-news')
  await screen.findByText('You are offline')
  expect(screen.queryByText(SENTENCE)).toBeNull()
  expect(go).not.toHaveBeenCalled()
  act(() => setOnline(true))
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce())
})

const SHARED = '/en-gb/share/x'

it('takes no address for unknown that was opened offline, and asks when the network returns', async () => {
  setOnline(false)
  await open(SHARED, SHARED)
  await screen.findByText('You are offline')
  expect(screen.queryByText(SENTENCE)).toBeNull()
  expect(go).not.toHaveBeenCalled()
  act(() => setOnline(true))
  await vi.waitFor(() => expect(go).toHaveBeenCalledOnce())
})

it('takes no address for unknown that the server took too long for, and asks again only by a press', async () => {
  await open(SHARED, SHARED)
  await screen.findByText('This page did not load')
  expect(screen.queryByText(SENTENCE)).toBeNull()
  expect(go).not.toHaveBeenCalled()
  await press('Try again')
  expect(go.mock.calls).toEqual([[`${window.location.origin}${SHARED}`]])
})
