import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { configQuery, contentItemQuery } from '../../../api/queries'
import { queriesKnowing, renderQueried } from '../../../test/render'
import type { ContentItem } from '../content-item'
import { ContentPage } from './ContentPage'
import { FIRST_LIBRARY } from './use-page'

const NEWS: ContentItem = { id: 'news', name: 'News', typeId: 'flexi-page', type: 'flexi-page', elements: {} }
const { queryKey } = contentItemQuery(FIRST_LIBRARY, 'news')

function show(answer: () => Promise<unknown>) {
  const queries = queriesKnowing()
  queries.setQueryDefaults(configQuery().queryKey, { queryFn: () => new Promise(() => undefined) })
  vi.stubGlobal('fetch', answer)
  renderQueried(
    <ContentPage id="news" fallback={null} missing={<p>There is no such page</p>}>
      {(page) => <h1>{page.name}</h1>}
    </ContentPage>,
    queries,
  )
  return queries
}

const refusal = (status: number) => async () => Response.json({ errorCode: 'NO' }, { status })

it('gives way once the hub has it no more, also in a window that shows it', async () => {
  const queries = show(async () => Response.json(NEWS))
  await screen.findByRole('heading', { name: 'News' })
  vi.stubGlobal('fetch', refusal(404))
  await queries.refetchQueries({ queryKey })
  await screen.findByText('There is no such page')
})

it('says that it did not load while the hub cannot be asked, and can be asked again', async () => {
  show(refusal(503))
  await screen.findByText('This page did not load')
  expect(screen.queryByText('There is no such page')).toBeNull()
  vi.stubGlobal('fetch', async () => Response.json(NEWS))
  screen.getByRole('button', { name: 'Try again' }).click()
  await screen.findByRole('heading', { name: 'News' })
})
