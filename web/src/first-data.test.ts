import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { configQuery, contentItemQuery } from './api/queries'
import { seedFirstData } from './first-data'

const put = (text: string) => {
  const script = document.createElement('script')
  script.type = 'application/json'
  script.id = 'first-data'
  script.textContent = text
  document.body.append(script)
}
afterEach(() => document.getElementById('first-data')?.remove())

const seeded = () => {
  const queries = new QueryClient()
  seedFirstData(queries)
  return {
    config: queries.getQueryState(configQuery().queryKey),
    item: queries.getQueryState(contentItemQuery('library', 'home').queryKey),
  }
}
const config = { libraryEntry: { libraryId: 'library' }, now: new Date().toISOString() }

it('puts the settings and the page where the queries look', () => {
  put(JSON.stringify({ config, page: { path: '/', item: { id: 'home', elements: {} } } }))
  const { config: known, item } = seeded()
  expect(known?.data).toMatchObject({ libraryEntry: { libraryId: 'library' } })
  // The settings are asked for again: they tell the server's time.
  expect(known?.dataUpdatedAt).toBe(1)
  expect(item?.data).toMatchObject({ id: 'home' })
  expect(Date.now() - (item?.dataUpdatedAt ?? 0)).toBeLessThan(60_000)
})

it('takes a page that lay somewhere for as old as it is', () => {
  const old = { ...config, now: '2020-01-01T00:00:00.000Z' }
  put(JSON.stringify({ config: old, page: { path: '/', item: { id: 'home', elements: {} } } }))
  expect(seeded().item?.dataUpdatedAt).toBe(Date.parse(old.now))
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
