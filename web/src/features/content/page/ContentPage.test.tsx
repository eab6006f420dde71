import { cleanup, queriesKnowing, refused, renderQueried, screen, waitFor } from '../../../test/kit'
import { afterEach, expect, it, vi } from 'vitest'
import { whenMustWait } from '../../../api/client/waiting-room'
import { contentItemQuery } from '../../../api/queries'
import type { ContentItem } from '../content-item'
import { ContentPage } from './ContentPage'
import { FIRST_LIBRARY } from './use-page'

const NEWS: ContentItem = { id: 'news', name: 'News', typeId: 'flexi-page', type: 'flexi-page', elements: {} }
const { queryKey } = contentItemQuery(FIRST_LIBRARY, 'news')

/** Has the hub answer so; the configuration never comes. */
const hubAnswers = (answer: () => Promise<unknown>) =>
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('event/config') ? new Promise(() => undefined) : answer(),
  )

function show(answer: () => Promise<unknown>, fallback: ContentItem | null = null) {
  const queries = queriesKnowing()
  hubAnswers(answer)
  renderQueried(
    <ContentPage id="news" fallback={fallback} missing={<p>There is no such page</p>}>
      {(page) => <h1>{page.name}</h1>}
    </ContentPage>,
    queries,
  )
  return queries
}

afterEach(() => whenMustWait(null))

const refusal = (status: number) => async () => Response.json({ errorCode: 'NO' }, { status })

it('gives way once the hub has it no more, also in a window that shows it', async () => {
  const queries = show(async () => Response.json(NEWS))
  await screen.findByRole('heading', { name: 'News' })
  hubAnswers(refusal(404))
  await queries.refetchQueries({ queryKey })
  await screen.findByText('There is no such page')
})

it('says that it did not load while the hub cannot be asked, and can be asked again', async () => {
  show(refusal(503))
  await screen.findByText('This page did not load')
  expect(screen.queryByText('There is no such page')).toBeNull()
  hubAnswers(async () => Response.json(NEWS))
  screen.getByRole('button', { name: 'Try again' }).click()
  await screen.findByRole('heading', { name: 'News' })
})

// RULES 13.11
it('leads to the waiting room when there is nothing to show', async () => {
  const leave = vi.fn(() => Promise.resolve())
  whenMustWait(leave)
  show(async () => refused(503, 'WAITING_ROOM'))
  await waitFor(() => expect(leave).toHaveBeenCalledOnce())
})

it('does not when it has been shown already, or is built in as the sign-in page is', async () => {
  const leave = vi.fn(() => Promise.resolve())
  whenMustWait(leave)
  const queries = show(async () => Response.json(NEWS))
  await screen.findByRole('heading', { name: 'News' })
  hubAnswers(async () => refused(503, 'WAITING_ROOM'))
  await queries.refetchQueries({ queryKey })
  cleanup()

  show(async () => refused(503, 'WAITING_ROOM'), { ...NEWS, name: 'Built in' })
  await screen.findByRole('heading', { name: 'Built in' })
  expect(leave).not.toHaveBeenCalled()
})
