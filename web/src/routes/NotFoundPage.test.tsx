import { queriesKnowing, renderQueried, screen, serve } from '../test/kit'
import { beforeEach, expect, it } from 'vitest'
import { configQuery, contentItemQuery } from '../api/queries'
import { NotFoundPage } from './NotFoundPage'

beforeEach(() => void serve({}))

const way = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

it('leads where its content says', () => {
  const link = { elementType: 'link', linkURL: '/news', linkText: 'What is new' }
  const queries = queriesKnowing(
    [configQuery().queryKey, { libraryEntry: { libraryId: 'site' } }],
    [contentItemQuery('site', 'not-found').queryKey, { id: 'not-found', elements: { link } }],
  )
  renderQueried(<NotFoundPage />, queries)
  expect(way('What is new')).toBe('/en-gb/news')
  expect(way('Read the FAQs')).toBe('/en-gb/frequently-asked-questions')
})

it('leads home without its content', () => {
  renderQueried(<NotFoundPage />)
  expect(way('Back to the homepage')).toBe('/en-gb/')
})
