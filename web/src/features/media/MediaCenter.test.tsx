import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCsrfToken } from '../../api/client/csrf'
import type { PublicLink, Sharing } from '../../api/cards'
import { useMediaData } from '../../state/media-store'
import { MediaCenter } from './MediaCenter'
import { pictureOf } from './card/picture'

vi.mock('./card/picture', () => ({ pictureOf: vi.fn() }))

const LINK: PublicLink = {
  shareId: 'one',
  url: 'https://sixfold.example/en-gb/share/one',
  template: 'season_card',
  colour: 'white',
  bookingId: '7',
  createdAt: Date.UTC(2026, 10, 21, 14, 15),
}

/** The server's data, and each call that it received. */
let own: Sharing
let refusal: { status: number; errorCode: string } | null
const heard = vi.fn<(call: string, body: unknown) => void>()

const good = (data: unknown) => Response.json({ succeeded: true, data, error: null })

function answer(method: string, url: URL, body: unknown): Response {
  const path = url.pathname.replace('/api/', '')
  if (path === 'auth/csrf') return Response.json({ csrfToken: 'token' })
  if (path === 'user/card') {
    if (refusal)
      return Response.json(
        { succeeded: false, data: null, error: { errorCode: refusal.errorCode, errorMessage: '' } },
        { status: refusal.status },
      )
    const said = `${url.searchParams.get('template')} in ${url.searchParams.get('colour')}`
    return new Response(`<svg xmlns="http://www.w3.org/2000/svg" aria-label="${said}"/>`)
  }
  heard(`${method} ${path}`, body)
  if (method === 'PUT') own = { ...own, ...(body as Partial<Sharing>) }
  if (method === 'DELETE') own = { ...own, shares: [] }
  if (method === 'POST') own = { ...own, shares: [LINK, ...own.shares] }
  return good(method === 'GET' ? own : LINK)
}

beforeEach(() => {
  useMediaData.getState().reset()
  forgetCsrfToken()
  own = { optIn: false, adult: true, lastName: false, shares: [] }
  refusal = null
  heard.mockReset()
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    Promise.resolve(
      answer(
        init?.method ?? 'GET',
        new URL(path, 'http://localhost'),
        typeof init?.body === 'string' ? JSON.parse(init.body) : undefined,
      ),
    ),
  )
  // jsdom has the element, but not its methods.
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})
afterEach(() => vi.unstubAllGlobals())

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MediaCenter withoutResult={<p>Nothing yet</p>} />
    </QueryClientProvider>,
  )
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

describe('the story cards', () => {
  it('begin with the season card in the first colour', async () => {
    show()
    screen.getByText('Instagram Story Template')
    screen.getByRole('heading', { name: 'Season card' })
    await screen.findByRole('img', { name: 'season_card in black' })
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Black' }).checked).toBe(true)
  })

  it('turn their pages, and the overview has no colours to pick', async () => {
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'White' }))
    await press('Next template')
    screen.getByRole('heading', { name: 'Result details' })
    await screen.findByRole('img', { name: 'result_details in white' })
    await press('Page 3: Result overview')
    await screen.findByRole('img', { name: 'result_overview in black' })
    expect(screen.queryByRole('radio')).toBeNull()
    // There is no fourth.
    await press('Next template')
    expect(useMediaData.getState()).toMatchObject({ page: 3, colour: 2 })
  })

  it('give way to what stands there before a first result', async () => {
    refusal = { status: 422, errorCode: 'NO_RESULT' }
    show()
    await screen.findByText('Nothing yet')
  })

  it('that did not come are asked for again', async () => {
    refusal = { status: 503, errorCode: 'UNAVAILABLE' }
    show()
    await screen.findByText('The card did not load')
    refusal = null
    await press('Try again')
    await screen.findByRole('img', { name: 'season_card in black' })
  })

  it('say so when the picture cannot be made', async () => {
    vi.mocked(pictureOf).mockRejectedValueOnce(new Error('no canvas'))
    show()
    await screen.findByRole('img')
    await press('Download')
    await screen.findByText(/could not be made/)
  })
})

describe('a public link', () => {
  it('is made of the card that is shown, and its address stands there', async () => {
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'White' }))
    await press('Make a link')
    expect((await screen.findByTestId('public-link')).textContent).toBe('sixfold.example/en-gb/share/one')
    expect(heard).toHaveBeenCalledWith('POST user/share', { template: 'season_card', colour: 'white' })
    screen.getByText('Made Sat 21 Nov 2026')
    // Of another card there is none yet.
    await userEvent.click(screen.getByRole('radio', { name: 'Grey' }))
    await screen.findByRole('button', { name: 'Make a link' })
  })

  it('is taken back only when asked twice', async () => {
    own.shares = [LINK]
    show()
    await press('Remove link: Season card, White, Sat 21 Nov 2026')
    const question = await screen.findByRole('alertdialog')
    expect(heard).not.toHaveBeenCalledWith('DELETE user/share/one', undefined)
    await userEvent.click(within(question).getByRole('button', { name: 'Remove it' }))
    await screen.findByText(/You have no public links/)
    expect(heard).toHaveBeenCalledWith('DELETE user/share/one', undefined)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Your public links'))
  })

  it('of somebody under 18 waits for their own yes', async () => {
    own.adult = false
    show()
    await screen.findByText(/You are under 18/)
    expect(screen.queryByRole('button', { name: 'Make a link' })).toBeNull()
    await userEvent.click(screen.getByRole('switch', { name: /Let others see/ }))
    await screen.findByRole('button', { name: 'Make a link' })
    expect(heard).toHaveBeenCalledWith('PUT user/share', { optIn: true })
  })
})

it('a last name is told only when it was chosen', async () => {
  show()
  await screen.findByText(/your first name and an initial and your results/)
  await userEvent.click(await screen.findByRole('switch', { name: /Show my last name/ }))
  await screen.findByText(/your name and your results/)
  expect(heard).toHaveBeenCalledWith('PUT user/share', { lastName: true })
})
