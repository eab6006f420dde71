import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { configQuery, contentItemQuery } from '../api/queries'
import { seedFirstData } from './first-data'

const put = (text: string) => {
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'first-data'
  script.textContent = text
  document.body.append(script)
}
afterEach(() => {
  document.getElementById('first-data')?.remove()
})

const seeded = () => {
  const queries = new QueryClient()
  seedFirstData(queries)
  return {
    config: queries.getQueryState(configQuery().queryKey),
    item: queries.getQueryState(contentItemQuery('library', 'home').queryKey),
  }
}
// The HTML is cached by the server and has no time.
const config = { libraryEntry: { libraryId: 'library' } }

it('puts the settings and the page where the queries look', () => {
  put(JSON.stringify({ config, page: { path: '/', item: { id: 'home', elements: {} } } }))
  const { config: known, item } = seeded()
  expect(known?.data).toMatchObject({ libraryEntry: { libraryId: 'library' } })
  // The settings are fetched again for the server's time.
  expect(known?.dataUpdatedAt).toBe(1)
  expect(item?.data).toMatchObject({ id: 'home' })
  expect(Date.now() - (item?.dataUpdatedAt ?? 0)).toBeLessThan(60_000)
})

it.each([
  [
    'the worker',
    () => vi.stubGlobal('navigator', { ...window.navigator, serviceWorker: { controller: {} } as unknown }),
  ],
  [
    'the way back',
    () =>
      vi
        .spyOn(performance, 'getEntriesByType')
        .mockReturnValue([{ type: 'back_forward' } as unknown as PerformanceEntry]),
  ],
])('asks again for a page that may have lain with %s', (_, arrange) => {
  arrange()
  put(JSON.stringify({ config, page: { path: '/', item: { id: 'home', elements: {} } } }))
  expect(seeded().item?.dataUpdatedAt).toBe(1)
})

it.each([
  ['nothing', null],
  ['no JSON', '{'],
  ['no object', '[]'],
  ['no settings', '{"page":{"path":"/","item":{"id":"home"}}}'],
])('does without %s', (_, text) => {
  if (text !== null) put(text)
  expect(seeded()).toEqual({ config: undefined, item: undefined })
})

it('takes the settings without a page', () => {
  put(JSON.stringify({ config, page: null }))
  expect(seeded().config?.data).toBeTruthy()
  expect(seeded().item).toBeUndefined()
})
