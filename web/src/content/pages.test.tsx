// Pages as visitors and authors see them: templates, components, and unknown, invalid or broken content.
import { act, cleanup, configure, screen } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configQuery } from '../api/queries'
import { SessionClient } from '../auth/session-client'
import { SessionProvider } from '../auth/SessionProvider'
import type { ContentItem, Elements } from '../features/content/content-item'
import { ContentBody } from './ContentBody'
import { PagePreview } from './PagePreview'
import { partFrom } from '../first-html/part'
import { partsOf } from './page-parts'
import { PartsByType } from './parts-by-type'
import { COMPONENTS, preloadParts } from './registry'
import { queriesKnowing, renderQueried } from '../test/render'
import { routed } from '../test/router'

const go = vi.hoisted(() => vi.fn())
vi.mock('../auth/protocol', async (original) => ({ ...(await original<object>()), go }))

// The code of a component is loaded when it is first rendered.
configure({ asyncUtilTimeout: 10_000 })

const text = (value: string) => ({ elementType: 'text', value })
const item = (id: string, typeId: string, elements: Elements = {}): ContentItem => ({
  id,
  name: `The ${id}`,
  typeId,
  type: typeId,
  elements,
})
const page = (template: string, ...values: unknown[]): ContentItem =>
  item('news', 'flexi-page', {
    path: text('/news'),
    title: text('News'),
    headline: text('What is new'),
    template: { elementType: 'category', categories: [template] },
    components: { elementType: 'reference', values },
  })

const known = COMPONENTS as Record<string, (typeof COMPONENTS)[string]>

async function show(node: ReactNode) {
  const queries = queriesKnowing()
  queries.setQueryDefaults(configQuery().queryKey, { queryFn: () => new Promise(() => undefined) })
  const body = (
    <PartsByType value={COMPONENTS}>
      <Suspense>{node}</Suspense>
    </PartsByType>
  )
  renderQueried(<SessionProvider client={new SessionClient()}>{routed(body)}</SessionProvider>, queries)
}

beforeEach(() => {
  // The session is never answered.
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  known['broken-part'] = partFrom(() => Promise.resolve(() => broken()))
})
afterEach(() => {
  delete known['broken-part']
})

function broken(): never {
  throw new Error('broken')
}

const statement = (id: string, headline: string) => item(id, 'statement', { headline: text(headline) })

describe('a page', () => {
  it.each(['Flexi', 'Dashboard', 'Leaderboard', 'Image-Left-Content-Right', 'Of-Tomorrow'])(
    'in the template %s shows its headline once and its components in order',
    async (template) => {
      await show(<ContentBody page={page(template, statement('a', 'First.'), statement('b', 'Second.'))} />)
      await screen.findByText('Second.')
      expect(screen.getAllByRole('heading', { level: 1 }).map((h1) => h1.textContent)).toEqual([
        'What is new',
      ])
      expect(screen.getAllByRole('heading', { level: 2 }).map((h2) => h2.textContent)).toEqual([
        'First.',
        'Second.',
      ])
    },
  )

  it('leaves the headline to a component that draws it', async () => {
    await show(<ContentBody page={page('Flexi', item('h', 'hero', { headline: text('Be all six.') }))} />)
    const headings = await screen.findAllByRole('heading', { level: 1 })
    expect(headings.map((h1) => h1.textContent.trim())).toEqual(['Be all six.'])
  })

  it('shows visitors the rest when a component is unknown, broken, gone or full of wrong elements', async () => {
    await show(
      <ContentBody
        page={page(
          'Flexi',
          item('x', 'of-tomorrow'),
          item('y', 'broken-part'),
          { id: 'gone' },
          item('w', 'steps', { headline: { elementType: 'number', value: 6 }, steps: text('no list') }),
          item('f', 'form', { form: text('no-such-form') }),
          statement('z', 'It stands.'),
        )}
      />,
    )
    await screen.findByRole('heading', { name: 'It stands.', hidden: true })
    expect(screen.queryByRole('note')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(document.body.textContent).not.toContain('6')
  })

  it('says so when what somebody came for breaks', async () => {
    const calendar = known.calendar
    known.calendar = partFrom(() => Promise.resolve(() => broken()))
    await show(<ContentBody page={page('Dashboard', item('c', 'calendar'))} />)
    await screen.findByRole('alert')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
    known.calendar = calendar
  })

  describe('whose code does not come', () => {
    const LOADED_FROM = window.location.pathname
    const MISSING = [item('x', 'broken-part'), item('y', 'broken-part')]

    beforeEach(() => {
      known['broken-part'] = partFrom(() => Promise.reject(new Error('404')))
    })
    afterEach(() => {
      window.history.replaceState(null, '', LOADED_FROM)
      act(() => void window.dispatchEvent(new Event('online')))
    })

    const answerHealth = (answer: () => Promise<Response>) =>
      vi.stubGlobal('fetch', (address: unknown) =>
        address === '/healthz' ? answer() : new Promise(() => undefined),
      )

    it('says so, and is not loaded again, at the address that the document was loaded from', async () => {
      await show(<ContentBody page={page('Flexi', statement('a', 'It stands.'), ...MISSING)} />)
      await screen.findByRole('heading', { name: 'It stands.' })
      expect(await screen.findAllByText('This part tripped')).toHaveLength(2)
      expect(go).not.toHaveBeenCalled()
    })

    it('is loaded from the server, once, where it was come to inside the site', async () => {
      answerHealth(() => Promise.resolve(new Response()))
      window.history.replaceState(null, '', '/en-gb/news?from=menu')
      await show(<ContentBody page={page('Flexi', ...MISSING)} />)
      await vi.waitFor(() => expect(go).toHaveBeenCalled())
      expect(go.mock.calls).toEqual([[`${window.location.origin}/en-gb/news?from=menu`]])
      expect(screen.queryByRole('alert')).toBeNull()
    })

    it('is not asked for without a network', async () => {
      answerHealth(() => Promise.reject(new TypeError('Failed to fetch')))
      window.history.replaceState(null, '', '/en-gb/news')
      await show(<ContentBody page={page('Flexi', ...MISSING)} />)
      expect(await screen.findAllByText('You are offline')).toHaveLength(2)
      expect(go).not.toHaveBeenCalled()
    })

    it('is not loaded over something typed', async () => {
      window.history.replaceState(null, '', '/en-gb/news')
      const form = document.createElement('form')
      const field = form.appendChild(document.createElement('input'))
      document.body.append(form)
      field.value = 'Half a sentence'
      await show(<ContentBody page={page('Flexi', ...MISSING)} />)
      await screen.findAllByText('This part tripped')
      expect(go).not.toHaveBeenCalled()
      form.remove()
    })
  })

  it('stands beside its picture, where there is one', async () => {
    const shown = page('Image-Left-Content-Right', statement('a', 'First.'))
    const image = {
      elementType: 'image',
      id: 'track',
      altText: 'The track',
      url: '/x/640',
      width: 640,
      height: 480,
      widths: [640],
    }
    await show(<ContentBody page={{ ...shown, elements: { ...shown.elements, image } }} />)
    expect((await screen.findByRole('img', { name: 'The track' })).getAttribute('src')).toBe('/x/640')
  })

  it('can be led to each component by its anchor or its item', async () => {
    await show(
      <ContentBody
        page={page('Flexi', item('s', 'statement', { anchor: text('why'), headline: text('Why') }))}
      />,
    )
    await screen.findByText('Why')
    expect(document.querySelector('[data-item="s"]')?.id).toBe('why')
  })
})

describe('a preview', () => {
  it('names what is unknown, broken or gone, and cannot be pressed', async () => {
    await show(
      <PagePreview
        item={page(
          'Flexi',
          item('x', 'of-tomorrow'),
          item('y', 'broken-part'),
          { id: 'gone' },
          item('f', 'form', { form: text('login') }),
          item('d', 'test-details'),
          statement('z', 'It stands.'),
        )}
      />,
    )
    await screen.findByRole('heading', { name: 'It stands.', hidden: true })
    await screen.findByText('“The d” belongs to a calendar')
    const notes = screen
      .getAllByRole('note', { hidden: true })
      .map((note) => note.querySelector('p')?.textContent)
    expect(notes).toEqual([
      'Nothing draws “of-tomorrow”',
      '“The y” cannot be drawn',
      'form',
      '“The d” belongs to a calendar',
      '“gone” is not there',
    ])
    expect(document.querySelector('[inert]')).toBeTruthy()
  })

  it('marks what visitors do not see: drafts of components, of those drawn along, and within them', async () => {
    const draft = (made: ContentItem) => ({ ...made, status: 'draft' })
    const shown = page(
      'Flexi',
      draft(statement('z', 'It stands.')),
      item('d', 'faq-group', { headline: text('Terms') }),
      draft(item('e', 'faq-group', { headline: text('Privacy') })),
      draft(item('f', 'form', { form: text('login') })),
      item('s', 'six-tests', {
        tests: { elementType: 'reference', values: [draft(item('sprint', 'athletic-test')), { id: 'gone' }] },
      }),
    )
    await show(<PagePreview item={draft(shown)} />)
    await screen.findByRole('heading', { name: 'It stands.', hidden: true })
    const notes = screen.getAllByRole('note', { hidden: true })
    expect(notes.map((note) => note.querySelector('p')?.textContent)).toEqual([
      '“The z” is a draft',
      '“The e” is a draft',
      '“The f” is a draft',
      'form',
      '“The sprint” is a draft',
    ])
    cleanup()
    // A component that is edited by itself is the author's own draft.
    await show(<PagePreview item={draft(statement('z', 'It stands.'))} />)
    await screen.findByRole('heading', { name: 'It stands.', hidden: true })
    expect(screen.queryByRole('note', { hidden: true })).toBeNull()
    cleanup()
    await show(<ContentBody page={shown} />)
    await screen.findByRole('heading', { name: 'It stands.' })
    expect(screen.queryByRole('note')).toBeNull()
  })

  it('draws a component alone, and again once it has been mended', async () => {
    let fine = false
    known['broken-part'] = partFrom(() => Promise.resolve(() => (fine ? <p>Mended</p> : broken())))
    await show(<PagePreview item={item('y', 'broken-part')} />)
    await screen.findByText('“The y” cannot be drawn')
    fine = true
    cleanup()
    await show(<PagePreview item={item('y', 'broken-part')} />)
    await screen.findByText('Mended')
  })
})

describe('the components of a page', () => {
  const ids = (...items: ContentItem[]) => partsOf(page('Flexi', ...items)).map(({ id }) => id)

  it('are drawn once where one draws others along', () => {
    expect(ids(item('c', 'calendar'), item('d', 'test-details'), item('e', 'test-confirm'))).toEqual(['c'])
    expect(ids(item('d', 'test-details'))).toEqual(['d'])
    expect(ids(item('q', 'faq-group'), item('s', 'statement'), item('r', 'faq-group'))).toEqual(['q', 's'])
    expect(ids(item('b', 'booking-details'), item('t', 'test-results'))).toEqual(['b'])
    expect(ids(item('b', 'booking-details', { variant: text('card') }), item('t', 'test-results'))).toEqual([
      'b',
      't',
    ])
  })

  it('are there at once when they have been preloaded, and a failed load is tried again', async () => {
    const load = vi
      .fn()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(() => <p>Loaded</p>)
    known['broken-part'] = partFrom(load)
    const shown = page('Flexi', item('y', 'broken-part'))
    await preloadParts(shown)
    await preloadParts(shown)
    expect(load).toHaveBeenCalledTimes(2)
    await show(<ContentBody page={shown} />)
    await screen.findByText('Loaded')
  })
})
