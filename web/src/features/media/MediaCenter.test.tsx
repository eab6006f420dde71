import {
  answered,
  fireEvent,
  press,
  refused,
  renderQueried,
  screen,
  userEvent,
  waitFor,
  within,
} from '../../test/kit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetCsrfToken } from '../../api/client/csrf'
import type { CardFacts, PublicLink, Sharing } from '../../api/cards'
import { useMediaData } from '../../state/media-store'
import { MediaCenter } from './MediaCenter'
import { saveFile } from '../../components/save-file'
import { pictureOf } from './card/picture'
import * as photo from './photo/photo'

vi.mock('./card/picture', () => ({ pictureOf: vi.fn() }))
vi.mock('../../components/save-file', () => ({ saveFile: vi.fn() }))
vi.mock('./photo/photo', async (load) => ({
  ...(await load<typeof photo>()),
  openPhoto: vi.fn(),
  seenPart: vi.fn(),
}))

const LINK: PublicLink = {
  shareId: 'one',
  url: 'https://sixfold.example/en-gb/share/one',
  template: 'season_card',
  colour: 'white',
  bookingId: '7',
  createdAt: Date.UTC(2026, 10, 21, 14, 15),
  format: 'story',
  shows: ['handle'],
  hasPhoto: false,
  takenDown: false,
}

const FACTS: CardFacts = {
  bookingId: '7',
  shows: {
    rank: '3rd of 128',
    percentile: 'Better than 68 %',
    gain: null,
    marks: true,
    handle: '@jordan.runs',
  },
  recap: false,
  certificate: true,
}

/** The server's data, and each call that it received. */
let own: Sharing
let refusal: { status: number; errorCode: string } | null
/** The code with which a new link is refused. */
let linkRefusal: string | null
let facts: CardFacts
/** How the drawings were asked for, newest last. */
let drawn: Record<string, string>[]
const heard = vi.fn<(call: string, body: unknown) => void>()

function answer(method: string, url: URL, body: unknown): Response {
  const path = url.pathname.replace('/api/', '')
  if (path === 'auth/csrf') return Response.json({ csrfToken: 'token' })
  if (path === 'user/card/facts') return answered(facts)
  if (path === 'user/card') {
    const { iv: _, ...choice } = Object.fromEntries(url.searchParams)
    drawn.push(choice)
    if (refusal) return refused(refusal.status, refusal.errorCode)
    const said = `${url.searchParams.get('template')} in ${url.searchParams.get('colour')}`
    return new Response(`<svg xmlns="http://www.w3.org/2000/svg" aria-label="${said}"/>`)
  }
  heard(`${method} ${path}`, body)
  if (path === 'user/card/photo') return answered({ photoId: 'p1', width: 1080, height: 1920 })
  if (method === 'POST' && linkRefusal) return refused(422, linkRefusal)
  if (method === 'PUT') own = { ...own, ...(body as Partial<Sharing>) }
  if (method === 'DELETE') own = { ...own, shares: [] }
  if (method === 'POST') own = { ...own, shares: [LINK, ...own.shares] }
  return answered(method === 'GET' ? own : LINK)
}

beforeEach(() => {
  useMediaData.getState().reset()
  forgetCsrfToken()
  own = { optIn: false, adult: true, age: 'adult', lastName: false, shares: [] }
  refusal = null
  linkRefusal = null
  facts = FACTS
  drawn = []
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    Promise.resolve(
      answer(
        init?.method ?? 'GET',
        new URL(path, 'http://localhost'),
        typeof init?.body === 'string' ? JSON.parse(init.body) : (init?.body ?? undefined),
      ),
    ),
  )
})
const show = () => renderQueried(<MediaCenter withoutResult={<p>Nothing yet</p>} />)
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
    expect(screen.queryByRole('radio', { name: 'White' })).toBeNull()
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

describe('a card', () => {
  it('is drawn in the format that is picked, and says its size', async () => {
    show()
    await screen.findByText(/1080 × 1920 pixels/)
    await userEvent.click(screen.getByRole('radio', { name: /Landscape/ }))
    await screen.findByText(/1920 × 1080 pixels/)
    await waitFor(() => expect(drawn.at(-1)).toMatchObject({ format: 'landscape' }))
    vi.mocked(pictureOf).mockResolvedValueOnce(new Blob())
    await screen.findByRole('img', { name: 'season_card in black' })
    await press('Download')
    await waitFor(() =>
      expect(saveFile).toHaveBeenCalledWith(
        expect.stringMatching(/season-card-landscape\.png$/),
        expect.anything(),
      ),
    )
    expect(useMediaData.getState().format).toBe('landscape')
  })

  it('shows the handle until something else is switched on, and nothing when all is off', async () => {
    show()
    await userEvent.click(await screen.findByRole('switch', { name: /^Place ?3rd of 128/ }))
    await waitFor(() => expect(drawn.at(-1)).toMatchObject({ shows: 'rank,handle' }))
    await userEvent.click(screen.getByRole('switch', { name: /^Handle ?@jordan/ }))
    await userEvent.click(screen.getByRole('switch', { name: /^Place/ }))
    await waitFor(() => expect(drawn.at(-1)).toMatchObject({ shows: '' }))
  })

  it('says why something cannot be shown', async () => {
    show()
    const gain = await screen.findByRole<HTMLInputElement>('switch', { name: /^Gain ?Your first visit/ })
    expect([gain.disabled, gain.checked]).toEqual([true, false])
  })
})

const PHOTO = { id: 'a', url: 'blob:a', image: document.createElement('img'), width: 400, height: 300 }
const choose = async () =>
  userEvent.upload(screen.getByTestId('photo-file'), new File(['x'], 'me.jpg', { type: 'image/jpeg' }))

describe('a photograph', () => {
  beforeEach(() => {
    URL.revokeObjectURL = vi.fn()
    vi.mocked(photo.openPhoto).mockResolvedValue(PHOTO)
    vi.mocked(photo.seenPart).mockResolvedValue(new Blob(['seen'], { type: 'image/jpeg' }))
  })

  it('lies below the drawing and in the picture, and is sent nowhere', async () => {
    show()
    await screen.findByRole('img', { name: 'season_card in black' })
    await choose()
    await waitFor(() => expect(drawn.at(-1)).toMatchObject({ photo: 'true' }))
    await screen.findByRole('img', { name: 'season_card in black' })
    expect(screen.getByTestId('story-card').querySelector('img')?.getAttribute('src')).toBe('blob:a')
    vi.mocked(pictureOf).mockResolvedValueOnce(new Blob())
    await press('Download')
    await screen.findByText(/^Saved\./)
    expect(vi.mocked(pictureOf).mock.lastCall?.[1].behind?.photo).toBe(PHOTO)
    expect(heard.mock.calls.every(([call]) => call.startsWith('GET'))).toBe(true)
    await press('Remove photograph')
    expect(screen.getByTestId('story-card').querySelector('img[src^=blob]')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Choose a photograph')
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:a')
  })

  it('is moved where there is room for it', async () => {
    show()
    await choose()
    const across = await screen.findByRole<HTMLInputElement>('slider', { name: 'Left to right' })
    const down = screen.getByRole<HTMLInputElement>('slider', { name: 'Top to bottom' })
    expect([across.disabled, down.disabled]).toEqual([false, true])
    fireEvent.change(screen.getByRole('slider', { name: 'Zoom' }), { target: { value: '2' } })
    fireEvent.change(across, { target: { value: '0' } })
    expect(down.disabled).toBe(false)
    await screen.findByRole('img', { name: 'season_card in black' })
    const below = screen.getByTestId('story-card').querySelector('img')
    expect(below?.style.insetInlineStart).toBe('0%')
  })

  it('that is none is refused in words', async () => {
    vi.mocked(photo.openPhoto).mockResolvedValue({ problem: 'That is not a photograph.' })
    show()
    await choose()
    expect((await screen.findByRole('alert')).textContent).toBe('That is not a photograph.')
  })

  it('is uploaded for a public link, which says so before', async () => {
    show()
    await choose()
    await screen.findByText(/leaves this device/)
    await press('Upload and make a link')
    await screen.findByTestId('public-link')
    const sent = heard.mock.calls.filter(([call]) => call.startsWith('POST'))
    expect(sent.map(([call]) => call)).toEqual(['POST user/card/photo', 'POST user/share'])
    expect(sent[0]?.[1]).toBeInstanceOf(Blob)
    expect(sent[1]?.[1]).toMatchObject({ template: 'season_card', photoId: 'p1' })
    // Moved, it is another link.
    fireEvent.change(screen.getByRole('slider', { name: 'Zoom' }), { target: { value: '2' } })
    await screen.findByRole('button', { name: 'Upload and make a link' })
  })
})

describe('the recap', () => {
  it('is drawn in three cards, which are saved one by one or all at once', async () => {
    vi.mocked(pictureOf).mockResolvedValue(new Blob())
    vi.mocked(saveFile).mockClear()
    facts = { ...FACTS, recap: true }
    show()
    await screen.findByRole('img', { name: 'recap_tests in black' })
    await press('Save: Season progress')
    await screen.findByText(/^Season progress saved/)
    await press('Save all three')
    await screen.findByText(/^Saved, all three/)
    expect(vi.mocked(saveFile).mock.calls.map(([name]) => name.replace(/^[a-z]+-/, ''))).toEqual([
      'season-progress.png',
      'season-result.png',
      'season-progress.png',
      'season-bests.png',
    ])
  })

  it('is not offered before there is a season to look back on', async () => {
    show()
    await screen.findByRole('switch', { name: /^Place/ })
    expect(screen.queryByRole('heading', { name: /in three cards/ })).toBeNull()
    expect(drawn.some(({ template }) => template?.startsWith('recap'))).toBe(false)
  })

  it('makes a public link of a card', async () => {
    facts = { ...FACTS, recap: true }
    show()
    await press('Share: Season bests')
    const dialog = await screen.findByRole('dialog', { name: 'Season bests' })
    await press('Make a link', dialog)
    await waitFor(() =>
      expect(heard).toHaveBeenCalledWith(
        'POST user/share',
        expect.objectContaining({
          template: 'recap_tests',
          colour: 'black',
          bookingId: '7',
          format: 'story',
        }),
      ),
    )
  })
})

describe('a public link', () => {
  it('says its format and whether it has a photograph, and when our team has taken it down', async () => {
    own.shares = [
      { ...LINK, format: 'square', hasPhoto: true },
      { ...LINK, shareId: 'two', template: 'challenge', takenDown: true },
    ]
    show()
    await screen.findByText('Square 1:1, with your photograph')
    const down = (await screen.findByText(/^Taken down by our team/)).closest('li')
    if (!down) throw new Error('no row')
    expect(within(down).queryByRole('link')).toBeNull()
    expect(within(down).queryByRole('button')).toBeNull()
  })

  // RULES 13.21
  it('that was switched off under 18 says that nobody can open it', async () => {
    own.shares = [LINK, { ...LINK, shareId: 'two', template: 'challenge', asleep: true }]
    show()
    const off = (await screen.findByText('Nobody can open it.')).closest('li')
    if (!off) throw new Error('no row')
    expect(within(off).queryByRole('link')).toBeNull()
    within(off).getByRole('button', { name: /^Remove link: / })
    screen.getByRole('link', { name: /^Open: Season card/ })
  })

  it('is made of the card that is shown, and its address stands there', async () => {
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'White' }))
    await press('Make a link')
    expect((await screen.findByTestId('public-link')).textContent).toBe('sixfold.example/en-gb/share/one')
    expect(heard).toHaveBeenCalledWith('POST user/share', {
      template: 'season_card',
      colour: 'white',
      bookingId: '7',
      format: 'story',
      shows: ['handle'],
    })
    screen.getByText('Made Sat 21 Nov 2026')
    // Of another card there is none yet.
    await userEvent.click(screen.getByRole('radio', { name: 'Grey' }))
    await screen.findByRole('button', { name: 'Make a link' })
  })

  it('is of the result on the preview, whichever is the newest by then', async () => {
    show()
    await screen.findByRole('img', { name: 'season_card in black' })
    // Another result is revealed meanwhile.
    facts = { ...FACTS, bookingId: '8' }
    await press('Make a link')
    await screen.findByTestId('public-link')
    expect(new Set(drawn.map(({ bookingId }) => bookingId))).toEqual(new Set(['7']))
    expect(heard).toHaveBeenCalledWith('POST user/share', expect.objectContaining({ bookingId: '7' }))
  })

  it('that is refused says so under its card alone, and until the links change', async () => {
    own.shares = [LINK]
    linkRefusal = 'SHARE_LIMIT'
    show()
    await press('Make a link')
    expect((await screen.findByRole('alert')).textContent).toMatch(/as many public cards/)
    await userEvent.click(screen.getByRole('radio', { name: 'Grey' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: 'Black' }))
    screen.getByRole('alert')
    await press('Remove link: Season card, White, Sat 21 Nov 2026')
    const question = await screen.findByRole('alertdialog')
    await press('Remove it', question)
    await screen.findByText(/You have no public links/)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is taken back only when asked twice', async () => {
    own.shares = [LINK]
    show()
    await press('Remove link: Season card, White, Sat 21 Nov 2026')
    const question = await screen.findByRole('alertdialog')
    expect(heard).not.toHaveBeenCalledWith('DELETE user/share/one', undefined)
    await press('Remove it', question)
    await screen.findByText(/You have no public links/)
    expect(heard).toHaveBeenCalledWith('DELETE user/share/one', undefined)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Your public links'))
  })

  // RULES 13.19
  it.each([
    ['is deleted', [LINK], /Your photograph is deleted\. A picture/],
    ['may be on another', [{ ...LINK, hasPhoto: true }], /unless another of your links shows it\./],
    ['is deleted', [{ ...LINK, hasPhoto: true, takenDown: true }], /Your photograph is deleted\. A picture/],
  ])('says before it is removed that its photograph %s', async (_, others, said) => {
    own.shares = [{ ...LINK, shareId: 'first', colour: 'grey', hasPhoto: true }, ...others]
    show()
    await press('Remove link: Season card, Grey, Sat 21 Nov 2026')
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(said)
  })

  it('of somebody under 18 waits for their own yes', async () => {
    own = { ...own, adult: false, age: 'minor' }
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
  await screen.findByText(/your first name and an initial, your handle and your results/)
  await userEvent.click(await screen.findByRole('switch', { name: /Show my last name/ }))
  await screen.findByText(/your name, your handle and your results/)
  expect(heard).toHaveBeenCalledWith('PUT user/share', { lastName: true })
})
