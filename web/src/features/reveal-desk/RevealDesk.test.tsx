// The desk with a scripted server: each press is one command, and failures are shown.
import { onlineManager } from '@tanstack/react-query'
import {
  act,
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
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RevealDesk } from './RevealDesk'
import { LOOK_FIRST_MS } from './use-reveal'
import type { RevealFinal, RevealState } from './api'
import { silentFetch } from '../../test/silent-fetch'

const final = (firstName: string, score: number, position: number | null = 1): RevealFinal => ({
  uaid: firstName,
  bookingId: `b-${firstName}`,
  firstName,
  lastName: 'Drummond',
  gender: 'female',
  score,
  position,
  bestScore: null,
  season: 3,
  testDate: '2026-11-21',
})
/** Another final of the same athlete. */
const retest = (firstName: string, score: number): RevealFinal => ({
  ...final(firstName, score),
  bookingId: `b-${firstName}-retest`,
  testDate: '2026-11-28',
})
/** The final of another athlete of that name, whom no board shows. */
const namesake = (firstName: string): RevealFinal => ({
  ...final(firstName, 70, null),
  uaid: '7',
  bookingId: 'b-7',
})
const idle = (...held: RevealFinal[]): RevealState => ({ running: false, step: 0, speed: 1, steps: [], held })
const running = (
  step: number,
  finals: readonly RevealFinal[] = [final('Casey', 60, 9), final('Robin', 80, 2)],
): RevealState => ({
  running: true,
  step,
  speed: 1,
  steps: finals.map((is, index) => ({
    ...is,
    step: index + 1,
    revealed: index < step,
    withdrawn: false,
  })),
  held: [],
})

interface Sent {
  body: unknown
  key: string | null
}

let state: RevealState
let sent: Sent[]
/** Whether the desk's calls get no answer, though there is a network. */
let silent: boolean
/** The outcome of a command: a refusal by its status and code, no answer, or its effect. */
let does: (sent: Sent) => undefined | 'lost' | { status: number; errorCode: string }

beforeEach(() => {
  sent = []
  silent = false
  does = () => undefined
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address === '/healthz') return new Response()
    if (address.includes('auth/csrf')) return Response.json({ csrfToken: 'csrf' })
    if (init?.method === 'GET') return silent ? silentFetch(address, init) : answered(state)
    const one = {
      body: JSON.parse(String(init?.body)) as unknown,
      key: new Headers(init?.headers).get('idempotency-key'),
    }
    sent.push(one)
    if (silent) return silentFetch(address, init)
    const said = does(one)
    if (said === 'lost') throw new TypeError('Failed to fetch')
    return said ? refused(said.status, said.errorCode) : answered({})
  })
})
afterEach(() => {
  onlineManager.setOnline(true)
})

async function shown(at: RevealState) {
  state = at
  renderQueried(<RevealDesk />)
  await screen.findByText('Up to date with the screens')
}
const next = () => screen.getByRole('button', { name: 'Next' })
const alone = () =>
  screen.getAllByRole('button', { name: /^Reveal now: / }).map((button) => button.getAttribute('aria-label'))
const bodies = () => sent.map(({ body }) => body)

describe('before a ceremony', () => {
  it('tells that nothing is held', async () => {
    await shown(idle())
    screen.getByText('Nothing is held back')
  })

  it('lists those whom a board shows, the top last, and starts with them', async () => {
    await shown(idle(final('Robin', 80), final('Casey', 60), final('Alex', 70, null)))
    const rows = within(
      screen.getByRole('list', { name: 'In the order in which they are revealed' }),
    ).getAllByRole('listitem')
    expect(rows.map((row) => /([A-Z]\w+) Drummond/.exec(row.textContent)?.[1])).toEqual(['Casey', 'Robin'])
    within(screen.getByRole('region', { name: 'Held, on no board' })).getByText('Alex Drummond')
    await press('Start with 2 athletes')
    await waitFor(() => expect(bodies()).toEqual([{ action: 'start', season: 3, order: 'ascending' }]))
  })

  // RULES 8.8
  it('lists a retest apart whose athlete keeps a better final', async () => {
    await shown(idle(final('Robin', 80), { ...retest('Casey', 60), position: null, bestScore: 75 }))
    const apart = within(screen.getByRole('region', { name: 'Held, on no board' }))
    expect(apart.getByRole('listitem').textContent).toContain('60.00Keeps their 75.00')
    await userEvent.click(apart.getByRole('button', { name: 'Reveal now: Casey Drummond' }))
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(/^60\.00, keeps their 75\.00\. No board and no screen will show it/)
  })

  // RULES 8.8
  it('counts no step for a final after a better one of its athlete', async () => {
    await shown(idle(retest('Casey', 60), final('Robin', 70), final('Casey', 80)))
    screen.getByRole('button', { name: 'Start with 3 athletes' })
    await userEvent.click(screen.getByRole('radio', { name: /Winner first/ }))
    screen.getByRole('button', { name: 'Start with 2 athletes' })
    const rows = within(
      screen.getByRole('list', { name: 'In the order in which they are revealed' }),
    ).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent.includes('Keeps their 80.00'))).toEqual([false, false, true])
  })

  // RULES 8.8
  it('starts with the finals of one season, the latest unless another is chosen', async () => {
    const before = (firstName: string) => ({ ...final(firstName, 70), season: 2 })
    await shown(idle(final('Robin', 80), before('Casey'), before('Alex')))
    expect(alone()).toEqual(['Reveal now: Robin Drummond'])
    screen.getByRole('button', { name: 'Start with 1 athlete' })
    await userEvent.click(screen.getByRole('radio', { name: 'Season 2' }))
    expect(alone()).toHaveLength(2)
    await press('Start with 2 athletes')
    await waitFor(() => expect(bodies()).toEqual([{ action: 'start', season: 2, order: 'ascending' }]))
  })

  it('sends your own order by the bookings, so that both finals of one athlete keep their places', async () => {
    await shown(idle(retest('Alex', 90), final('Robin', 80), final('Casey', 70), final('Alex', 60)))
    await press('Move Casey Drummond down')
    expect(screen.getByRole('radio', { name: /Your own order/ })).toHaveProperty('checked', true)
    await press('Start with 4 athletes')
    await waitFor(() =>
      expect(bodies()).toEqual([
        {
          action: 'start',
          season: 3,
          eventBookingIds: ['b-Alex', 'b-Robin', 'b-Casey', 'b-Alex-retest'],
        },
      ]),
    )
  })

  it('reveals the final whose row was pressed, though its athlete has a newer one', async () => {
    await shown(idle(retest('Alex', 80), final('Alex', 61.2)))
    const name = 'Reveal now: Alex Drummond, No. Alex, tested Sat 21 Nov 2026, 61.20'
    await press(name)
    const question = within(await screen.findByRole('alertdialog'))
    question.getByText(/^61\.20, place 1\./)
    await userEvent.click(question.getByRole('button', { name: 'Reveal now' }))
    await waitFor(() => expect(bodies()).toEqual([{ uaid: 'Alex', eventBookingId: 'b-Alex' }]))
  })

  it('has a name of its own for each row, also where athletes share theirs', async () => {
    await shown(idle(final('Alex', 80), namesake('Alex'), final('Robin', 60)))
    expect(alone()).toEqual([
      'Reveal now: Robin Drummond',
      'Reveal now: Alex Drummond, No. Alex, tested Sat 21 Nov 2026, 80.00',
      'Reveal now: Alex Drummond, No. 7, tested Sat 21 Nov 2026, 70.00',
    ])
    screen.getByRole('button', { name: /^Move Alex Drummond, No\. Alex, .* up$/ })
  })
})

it('takes only the final that it shows off the screens, and then shows a ceremony begun elsewhere', async () => {
  const { steps } = running(1, [final('Casey', 60)])
  await shown({ ...running(1), running: false, steps })
  does = () => {
    state = running(1, [final('Robin', 80), final('Alex', 90)])
    return { status: 409, errorCode: 'REVEAL_MOVED' }
  }
  await press('Back to the board')
  await screen.findByRole('heading', { name: 'Step 1 of 2' })
  screen.getByText('A colleague was quicker')
  expect(bodies()).toEqual([{ action: 'end', expect: 1, eventBookingId: 'b-Casey' }])
})

describe('during a ceremony', () => {
  it('has a name of its own for each final beside it too', async () => {
    await shown({ ...running(0), held: [final('Alex', 80), namesake('Alex')] })
    expect(alone()).toEqual([
      'Reveal now: Alex Drummond, No. Alex, tested Sat 21 Nov 2026, 80.00',
      'Reveal now: Alex Drummond, No. 7, tested Sat 21 Nov 2026, 70.00',
    ])
  })

  it('tells steps of one name apart, though they share their place', async () => {
    await shown(running(0, [final('Robin', 60, 9), final('Alex', 70), { ...namesake('Alex'), position: 1 }]))
    screen.getByRole('button', { name: /^Alex Drummond.*No\. Alex, tested Sat 21 Nov 2026, Place 1, shared/ })
    screen.getByRole('button', { name: /^Alex Drummond.*No\. 7, tested Sat 21 Nov 2026, Place 1, shared/ })
    expect(screen.getByRole('button', { name: /^Robin Drummond/ }).textContent).not.toContain('No.')
  })

  it('makes one act of two quick presses, by the mouse and the keyboard', async () => {
    await shown(running(0))
    does = () => void (state = running(1))
    act(() => {
      fireEvent.click(next())
      fireEvent.click(next())
      fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    })
    await screen.findByRole('heading', { name: 'Step 1 of 2' })
    expect(bodies()).toEqual([{ action: 'next', expect: 0 }])
    expect(sent[0]?.key).toBeTruthy()
  })

  it('says that a colleague was quicker, and shows where they are', async () => {
    await shown(running(0))
    does = () => {
      state = running(2)
      return { status: 409, errorCode: 'REVEAL_MOVED' }
    }
    await userEvent.click(next())
    await screen.findByText('A colleague was quicker')
    screen.getByRole('heading', { name: 'Step 2 of 2' })
  })

  it('does not take a press for the next step while a colleague has only just moved on', async () => {
    await shown(running(0))
    state = running(1)
    await screen.findByRole('heading', { name: 'Step 1 of 2' }, { timeout: 4000 })
    await userEvent.click(next())
    await screen.findByText('A colleague has just moved on')
    fireEvent.keyDown(document.body, { key: ' ' })
    expect(sent).toEqual([])
    // Somebody who has looked presses again.
    const later = Date.now() + LOOK_FIRST_MS
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    await userEvent.click(next())
    await waitFor(() => expect(bodies()).toEqual([{ action: 'next', expect: 1 }]))
    vi.restoreAllMocks()
  })

  it('offers the same act once more where no answer came, and the key with it', async () => {
    await shown(running(0))
    does = () => 'lost'
    await userEvent.click(next())
    await screen.findByText('No answer came')
    does = () => void (state = running(1))
    await press('Send it again')
    await screen.findByRole('heading', { name: 'Step 1 of 2' })
    expect(screen.queryByText('No answer came')).toBeNull()
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
  })

  it('sees within seconds that no answer comes, and then takes the same act', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await shown(running(0))
    silent = true
    fireEvent.click(next())
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    screen.getByText('No answer came')
    screen.getByText(/^The server does not answer\./)
    silent = false
    does = () => void (state = running(1))
    fireEvent.click(screen.getByRole('button', { name: 'Send it again' }))
    await screen.findByRole('heading', { name: 'Step 1 of 2' })
    expect(sent).toHaveLength(2)
    expect(sent[1]).toEqual(sent[0])
    await screen.findByText('Up to date with the screens')
  })

  it('sends nothing without a network, then or later', async () => {
    await shown(running(0))
    act(() => onlineManager.setOnline(false))
    await screen.findByText(/^Offline\./)
    await userEvent.click(next())
    fireEvent.keyDown(document.body, { key: ' ' })
    act(() => onlineManager.setOnline(true))
    await screen.findByText('Up to date with the screens')
    expect(sent).toEqual([])
  })
})

// RULES 8.8
describe('at its end', () => {
  const end = async () => {
    await press('End the ceremony')
    return within(await screen.findByRole('alertdialog', { name: 'End the ceremony?' }))
  }
  const ended = { action: 'end', expect: 2, eventBookingId: 'b-Robin' }

  it('says that everybody has been revealed only if nobody is held any more', async () => {
    await shown(running(2))
    const question = await end()
    question.getByText('Everybody has been revealed. The screens go back to the board.')
    expect(question.queryByRole('checkbox')).toBeNull()
    await userEvent.click(question.getByRole('button', { name: 'End it' }))
    await waitFor(() => expect(bodies()).toEqual([ended]))
  })

  it('names those who stay held, and releases those whom no board will show if told to', async () => {
    const noBoard = [final('Alex', 70, null), namesake('Alex'), final('Drew', 55, null)]
    await shown({ ...running(2), held: [final('Blake', 66, 3), ...noBoard] })
    const question = await end()
    expect(question.queryByText(/Everybody has been revealed/)).toBeNull()
    const names = (list: string) =>
      within(question.getByRole('list', { name: list }))
        .getAllByRole('listitem')
        .map((name) => name.textContent)
    expect(names('Held, not in this ceremony')).toEqual(['Blake Drummond'])
    expect(names('Held, on no board')).toEqual([
      'Alex Drummond, No. Alex, tested Sat 21 Nov 2026, 70.00',
      'Alex Drummond, No. 7, tested Sat 21 Nov 2026, 70.00',
      'Drew Drummond',
    ])
    await userEvent.click(question.getByRole('checkbox', { name: /^Release these 3 finals/ }))
    does = ({ body }) => {
      if (JSON.stringify(body) === JSON.stringify(ended)) state = idle(final('Blake', 66, 3), ...noBoard)
      if (sent.length === 4) state = idle(final('Blake', 66, 3))
      return undefined
    }
    await userEvent.click(question.getByRole('button', { name: 'End it' }))
    await screen.findByText(/^The ceremony is over, and 3 finals are released\./)
    expect(bodies()).toEqual([
      ended,
      { uaid: 'Alex', eventBookingId: 'b-Alex' },
      { uaid: '7', eventBookingId: 'b-7' },
      { uaid: 'Drew', eventBookingId: 'b-Drew' },
    ])
    expect(new Set(sent.map(({ key }) => key)).size).toBe(4)
    expect(screen.queryByText('Alex Drummond')).toBeNull()
  })

  it('releases the others although a colleague has released one of them meanwhile', async () => {
    await shown({ ...running(2), held: [final('Alex', 70, null), final('Drew', 55, null)] })
    const question = await end()
    await userEvent.click(question.getByRole('checkbox', { name: /^Release these 2 finals/ }))
    does = () => {
      if (sent.length === 2) return { status: 422, errorCode: 'NOTHING_HELD' }
      return void (state = idle())
    }
    await userEvent.click(question.getByRole('button', { name: 'End it' }))
    await screen.findByText(/^The ceremony is over, and 2 finals are released\./)
    expect(bodies().slice(1)).toEqual([
      { uaid: 'Alex', eventBookingId: 'b-Alex' },
      { uaid: 'Drew', eventBookingId: 'b-Drew' },
    ])
  })

  it('sends a release whose answer is lost again with the end before it, and nothing happens twice', async () => {
    await shown({ ...running(2), held: [final('Drew', 55, null)] })
    const question = await end()
    await userEvent.click(question.getByRole('checkbox', { name: /^Release this final/ }))
    does = () => (sent.length === 2 ? 'lost' : void (state = idle()))
    await userEvent.click(question.getByRole('button', { name: 'End it' }))
    await press('Send it again')
    await waitFor(() => expect(sent).toHaveLength(4))
    expect(sent.slice(2)).toEqual(sent.slice(0, 2))
  })
})
