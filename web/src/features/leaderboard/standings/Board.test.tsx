import {
  act,
  field,
  press,
  refused,
  renderQueried,
  screen,
  serve,
  userEvent,
  waitFor,
  within,
} from '../../../test/kit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Leaderboard } from '../../../api/types'
import { boardConfig, boardOf, boardRow } from '../../../test/board'
import { FakeSource } from '../../../test/event-source'
import { useState } from 'react'
import type { AddressQuery } from '../../../state/address'
import { Board as InAddressBoard } from './Board'
import { HallOfFame } from '../HallOfFame'
import { TopBoard } from '../TopBoard'

/** The board with an address of its own. */
function Board({ emptyText }: { emptyText?: string }) {
  const [query, setQuery] = useState<AddressQuery>({})
  return (
    <InAddressBoard
      emptyText={emptyText}
      query={query}
      onQuery={(change) => setQuery((now) => ({ ...now, ...change }))}
    />
  )
}

const status = vi.hoisted(() => ({ value: 'unauthenticated' }))
const role = vi.hoisted(() => ({ value: 1 }))
vi.mock('../../../auth/SessionProvider', () => ({
  useSession: () => ({ status: status.value, data: { role: role.value } }),
}))

/** What the server says to a leaderboard's query; a number is a failure of that status. */
let boards: (query: URLSearchParams) => Leaderboard | number
let asked: string[]
/** What the signed-in athlete has chosen. */
let own: { isCompetitor: boolean; adult: boolean; age?: 'unknown'; optIn: boolean; held: boolean }

beforeEach(() => {
  status.value = 'unauthenticated'
  role.value = 1
  own = { isCompetitor: true, adult: true, optIn: false, held: false }
  asked = []
  serve({
    'GET event/config': boardConfig(),
    'GET user/profile': () => own,
    'GET user/share': () => own,
    'GET user/results': () => ({ results: own.held ? [{ season: 3, held: true }] : [] }),
    'GET user/leaderboard': (_, { query }) => {
      asked.push(query.toString())
      const said = boards(query)
      return typeof said === 'number'
        ? refused(said, 'UNAVAILABLE', { errorMessage: 'We are a little out of breath.' })
        : said
    },
  })
})
const show = (children: React.ReactNode) => renderQueried(children)

/** A board of so many athletes: pages of a hundred, or as many rows as `top` says and no cursor (RULES 8.5). */
const pagesOf = (total: number) => (query: URLSearchParams) => {
  const from = Number(query.get('cursor') ?? 0)
  const to = Math.min(total, from + Number(query.get('top') ?? 100))
  const positions = Array.from({ length: to - from }, (_, at) => from + at + 1)
  const rows = positions.map((position) => boardRow(position, `Athlete ${position}`, { score: 50 }))
  return boardOf(rows, { total, cursor: query.has('top') || to === total ? null : String(to) })
}

const names = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('rowheader')
    .map((cell) => cell.textContent)

describe('the board', () => {
  it('asks as the specification does and shows places, movement and scores', async () => {
    boards = () =>
      boardOf([boardRow(1, 'Amara', { prevPosition: 3 }), boardRow(2, 'Ben', { prevPosition: null })])
    show(<Board />)
    expect(await names()).toEqual(['Amara B.', 'Ben B.'])
    expect(asked).toEqual(['eventID=academy&from=2026-09-01&to=2026-12-31&top=15&around=2'])
    expect(screen.getByRole('row', { name: /1 Up 2 places.* Amara B. 89.00/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /2 New today.* Ben B. 88.00/ })).toBeTruthy()
    expect(screen.getByRole('table', { name: 'Season 3, overall: the first 2 of 2' })).toBeTruthy()
  })

  it('changes board and season; all leaves the gender out', async () => {
    boards = (query) => boardOf([boardRow(1, query.get('gender') ?? 'everybody')])
    show(<Board />)
    expect(await names()).toEqual(['everybody B.'])
    await userEvent.click(screen.getByRole('radio', { name: 'Women' }))
    expect(await screen.findByRole('rowheader', { name: 'female B.' })).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: 'Overall' }))
    expect(await screen.findByRole('rowheader', { name: 'everybody B.' })).toBeTruthy()
    await userEvent.selectOptions(field('Season'), '2')
    await screen.findByRole('table', { name: /^Season 2/ })
    expect(asked.at(-1)).toBe('eventID=academy&from=2026-05-01&to=2026-08-31&top=15&around=2')
    // A past season does not change.
    expect(screen.queryByText('No change')).toBeNull()
  })

  it('changes the test', async () => {
    boards = (query) => boardOf([boardRow(1, query.get('testType') ?? 'All six')])
    show(<Board />)
    expect(await names()).toEqual(['All six B.'])
    await userEvent.selectOptions(field('Test'), 'Power')
    expect(await screen.findByRole('rowheader', { name: 'Power B.' })).toBeTruthy()
    expect(screen.getByRole('table', { name: 'Season 3, Power, overall: the first 1 of 1' })).toBeTruthy()
    await userEvent.selectOptions(field('Test'), 'All six tests')
    expect(await screen.findByRole('rowheader', { name: 'All six B.' })).toBeTruthy()
  })

  // RULES 8.11
  it('shows beside the points of a test the measurement that made them', async () => {
    status.value = 'authenticated'
    const me = boardRow(20, 'Robin', {
      uaid: '7',
      lastName: 'Field',
      isUser: true,
      measurement: { raw: 8.105, unit: 's' },
    })
    boards = (query) =>
      query.has('testType')
        ? boardOf(
            [boardRow(1, 'Amara', { score: 78, measurement: { raw: 7.82, unit: 's' } }), boardRow(2, 'Ben')],
            {
              me,
              around: [me],
              total: 30,
            },
          )
        : boardOf([boardRow(1, 'Amara')])
    show(<Board />)
    await screen.findByRole('row', { name: /Amara B\. 89\.00$/ })
    expect(screen.getByRole('columnheader', { name: 'Score' })).toBeTruthy()
    await userEvent.selectOptions(field('Test'), 'Agility')
    expect(await screen.findByRole('row', { name: /Amara B\. 7\.82 s 78\.00$/ })).toBeTruthy()
    // An old result has none.
    expect(screen.getByRole('row', { name: /Ben B\. 88\.00$/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /Robin Field ?You 8\.105 s 70\.00$/ })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'Measured Score' })).toBeTruthy()
    expect(screen.getByRole('complementary', { name: 'Your place' }).textContent).toContain('70.00 8.105 s')
    expect(screen.getByText('To beat').nextSibling?.textContent).toBe('78.00 7.82 s')
  })

  it('changes the age group, and says when nobody is in it', async () => {
    boards = (query) =>
      boardOf(query.get('ageGroup') === '70+' ? [] : [boardRow(1, query.get('ageGroup') ?? 'All ages')])
    show(<Board />)
    expect(await names()).toEqual(['All ages B.'])
    const choice = field('Age group')
    await userEvent.selectOptions(choice, 'Age 25–29')
    expect(await screen.findByRole('rowheader', { name: '25-29 B.' })).toBeTruthy()
    expect(screen.getByRole('table', { name: 'Season 3, overall, age 25–29: the first 1 of 1' })).toBeTruthy()
    await userEvent.selectOptions(choice, 'Age 70+')
    await screen.findByText('Nobody is on this board.')
    await userEvent.selectOptions(choice, 'All ages')
    expect(await screen.findByRole('rowheader', { name: 'All ages B.' })).toBeTruthy()
  })

  it('shows the viewer’s own row with those around it, and jumps there', async () => {
    status.value = 'authenticated'
    const me = boardRow(20, 'Robin', { uaid: '7', lastName: 'Field', isUser: true })
    const around = [boardRow(18, 'Xi'), boardRow(19, 'Yi'), me, boardRow(21, 'Zi')]
    boards = () => boardOf([boardRow(1, 'Amara'), boardRow(2, 'Ben')], { me, around, total: 30 })
    show(<Board />)
    expect(await names()).toEqual(['Amara B.', 'Ben B.', 'Xi B.', 'Yi B.', 'Robin FieldYou', 'Zi B.'])
    const pinned = screen.getByRole('complementary', { name: 'Your place' })
    expect(pinned.textContent).toContain('20th')
    const scroll = vi.fn()
    Element.prototype.scrollIntoView = scroll
    await press('Jump to me', pinned)
    expect(scroll).toHaveBeenCalledOnce()
    expect(document.activeElement?.textContent).toContain('Robin Field')
  })

  it.each([
    ['who has no test', {}, /One test puts you there/, 'Book a test'],
    [
      'who is under 18 and has not agreed to be seen',
      { adult: false },
      /You are under 18/,
      'Decide what others see',
    ],
    ['without a date of birth', { adult: false, age: 'unknown' as const }, /We do not have/, 'Add it'],
    [
      'who is under 18 and has agreed',
      { adult: false, optIn: true },
      /One test puts you there/,
      'Book a test',
    ],
    ['who does not compete', { isCompetitor: false }, /scores alone/, 'Change that'],
    ['whose final is held', { held: true }, /^Your final is revealed at the event\.$/, undefined],
  ])('says to an athlete %s why they are not on it', async (_, choice, said, link) => {
    status.value = 'authenticated'
    own = { ...own, ...choice }
    boards = () => boardOf([boardRow(1, 'Amara')])
    show(<Board />)
    const reason = await screen.findByText(said)
    expect(within(reason).queryByRole('link')?.textContent).toBe(link)
  })

  it('invites no staff to it', async () => {
    status.value = 'authenticated'
    role.value = 3
    boards = () => boardOf([boardRow(1, 'Amara')])
    show(<Board />)
    await screen.findByRole('rowheader', { name: 'Amara B.' })
    expect(screen.queryByText(/puts you there/)).toBeNull()
  })

  it('waits until it is known who asks', async () => {
    status.value = 'loading'
    boards = () => boardOf([boardRow(1, 'Amara')])
    show(<Board />)
    expect(await screen.findByText('Loading the board')).toBeTruthy()
    expect(asked).toEqual([])
  })

  it('says when it is empty', async () => {
    boards = () => boardOf([])
    show(<Board emptyText="Be first." />)
    expect(await screen.findByText('The board is empty. Yours could be first.')).toBeTruthy()
    expect(screen.getByText('Be first.')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('offers nobody a place on an empty board of a season that is over', async () => {
    boards = () => boardOf([])
    show(<Board emptyText="Be first." />)
    await userEvent.selectOptions(await screen.findByLabelText('Season'), '1')
    expect(await screen.findByText(/^Season 1 is over\./)).toBeTruthy()
    expect(screen.queryByText('Be first.')).toBeNull()
    expect(screen.queryByText('Still open')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Book a test' })).toBeNull()
  })

  it('says when it failed and tries again', async () => {
    boards = () => 503
    show(<Board />)
    await press('Try again')
    boards = () => boardOf([boardRow(1, 'Amara')])
    await press('Try again')
    expect(await names()).toEqual(['Amara B.'])
  })

  it.each([
    ['who is under 18 and has not agreed to be seen', { adult: false }, /You are under 18/],
    ['who does not compete', { isCompetitor: false }, /scores alone/],
    ['whose final is held', { held: true }, /^Your final is revealed at the event\.$/],
  ])('tells an athlete %s why an empty board is not waiting for them', async (_, choice, said) => {
    status.value = 'authenticated'
    own = { ...own, ...choice }
    boards = () => boardOf([])
    show(<Board emptyText="Be first." />)
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.getByText('The board is empty.')).toBeTruthy()
    expect(screen.queryByText('Be first.')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Book a test' })).toBeNull()
  })

  it('invites an athlete without a test to an empty board, and no staff', async () => {
    status.value = 'authenticated'
    boards = () => boardOf([])
    const athlete = show(<Board emptyText="Be first." />)
    expect(await screen.findByText('The board is empty. Yours could be first.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Book a test' })).toBeTruthy()
    athlete.unmount()
    role.value = 3
    show(<Board emptyText="Be first." />)
    expect(await screen.findByText('The board is empty.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Book a test' })).toBeNull()
  })

  it('shows everybody when asked, and goes on at the first new row', async () => {
    boards = pagesOf(32)
    show(<Board />)
    await press('Show all 32')
    expect(await screen.findByRole('rowheader', { name: 'Athlete 32 B.' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show all 32' })).toBeNull()
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Athlete 16 B.'))
    expect(asked.at(-1)).toBe('eventID=academy&from=2026-09-01&to=2026-12-31&top=100&around=2')
  })

  // RULES 8.5: without role queries, which are slow on that many rows.
  it('goes on beyond the first hundred, a hundred at a time', async () => {
    boards = pagesOf(250)
    const { container } = show(<Board />)
    const shown = () => Array.from(container.querySelectorAll('tbody th'), (cell) => cell.textContent)
    for (const [button, count, next] of [
      ['Show the first 100', 100, 16],
      ['Show the next 100', 200, 101],
      ['Show all 250', 250, 201],
    ] as const) {
      await userEvent.click(await screen.findByText(button))
      await waitFor(() => expect(shown()).toHaveLength(count))
      await waitFor(() => expect(document.activeElement?.textContent).toContain(`Athlete ${next} B.`))
    }
    expect(shown()).toEqual(Array.from({ length: 250 }, (_, at) => `Athlete ${at + 1} B.`))
    expect(screen.queryByText(/^Show /)).toBeNull()
    const from = (query: string) => new URLSearchParams(query).get('cursor')
    expect(asked.slice(-3).map(from)).toEqual([null, '100', '200'])
  })

  it('keeps the viewer’s row and those around it however many rows are shown', async () => {
    status.value = 'authenticated'
    const me = boardRow(240, 'Robin', { uaid: '7', lastName: 'Field', isUser: true })
    const around = [boardRow(239, 'Yi'), me, boardRow(241, 'Zi')]
    boards = (query) => ({ ...pagesOf(250)(query), me, ...(query.has('around') && { around }) })
    const { container } = show(<Board />)
    await userEvent.click(await screen.findByText('Show the first 100'))
    await userEvent.click(await screen.findByText('Show the next 100'))
    const shown = () => Array.from(container.querySelectorAll('tbody th'), (cell) => cell.textContent)
    await waitFor(() => expect(shown()).toHaveLength(203))
    expect(shown().slice(-3)).toEqual(['Yi B.', 'Robin FieldYou', 'Zi B.'])
  })
})

describe('the first rows', () => {
  it('are five unless said', async () => {
    boards = () => boardOf([boardRow(1, 'Amara')])
    show(<TopBoard />)
    expect(await names()).toEqual(['Amara B.'])
    expect(new URLSearchParams(asked[0]).get('top')).toBe('5')
  })
})

describe('the hall of fame', () => {
  it('asks once for each season shown and passes over the empty ones', async () => {
    const joint = [boardRow(1, 'Amara'), boardRow(1, 'Ben'), boardRow(3, 'Chloe')]
    boards = (query) => {
      if (query.get('season') === '2') return boardOf([], { previousSeason: 1 })
      return boardOf(joint, { males: [boardRow(1, 'Ben')], females: [boardRow(1, 'Amara')] })
    }
    show(<HallOfFame />)
    const plaque = await screen.findByRole('article', { name: 'Season 1' })
    expect(plaque.textContent).toContain('Amara B. & Ben B.')
    expect(plaque.textContent).not.toContain('Chloe')
    expect(within(plaque).getByText('Women')).toBeTruthy()
    expect(asked.map((query) => new URLSearchParams(query).get('season'))).toEqual(['2', '1'])
  })

  it('says when there is nobody yet', async () => {
    boards = () => boardOf([])
    show(<HallOfFame emptyText="Nobody yet." />)
    expect(await screen.findByText('Nobody yet.')).toBeTruthy()
  })
})

describe('a board that is live', () => {
  beforeEach(() => FakeSource.install())

  it('follows a push without a request, and asks for the viewer’s own row alone', async () => {
    boards = () => boardOf([boardRow(1, 'Amara')])
    const first = show(<Board />)
    expect(await names()).toEqual(['Amara B.'])
    const push = boardOf([boardRow(1, 'Ben'), boardRow(2, 'Amara')], {
      timestamp: '2026-11-21T10:00:05.000Z',
    })
    const stream = FakeSource.last()
    act(() => {
      stream.opens()
      stream.says('leaderboard', JSON.stringify({ ...push, males: [], females: [], version: 7 }))
    })
    expect(await screen.findByRole('rowheader', { name: 'Ben B.' })).toBeTruthy()
    expect(screen.getByText('Live')).toBeTruthy()
    expect(asked).toHaveLength(1)
    first.unmount()

    status.value = 'authenticated'
    const me = boardRow(9, 'Robin', { uaid: '7', lastName: 'Field', isUser: true })
    boards = () =>
      boardOf([boardRow(1, 'Ben')], { me, around: [me], total: 9, timestamp: '2026-11-21T10:00:06.000Z' })
    show(<Board />)
    const pinned = await screen.findByRole('complementary', { name: 'Your place' })
    expect(pinned.textContent).toContain('9th')
    const before = asked.length
    const down = { ...me, position: 10 }
    boards = () =>
      boardOf([boardRow(1, 'Cleo')], {
        me: down,
        around: [down],
        total: 10,
        timestamp: '2026-11-21T10:00:08.000Z',
      })
    const next = boardOf([boardRow(1, 'Cleo')], { total: 10, timestamp: '2026-11-21T10:00:07.000Z' })
    act(() => stream.says('leaderboard', JSON.stringify({ ...next, males: [], females: [], version: 8 })))
    expect(await screen.findByRole('rowheader', { name: 'Cleo B.' })).toBeTruthy()
    await waitFor(() => expect(pinned.textContent).toContain('10th'))
    expect(asked).toHaveLength(before + 1)

    // One request for many pushes, after which only the viewer's own place has changed.
    const lower = { ...me, position: 11 }
    boards = () => boardOf([boardRow(1, 'Cleo')], { me: lower, around: [lower], total: 10 })
    for (const version of [9, 10, 11])
      act(() => stream.says('leaderboard', JSON.stringify({ ...next, males: [], females: [], version })))
    await waitFor(() => expect(pinned.textContent).toContain('11th'))
    expect(asked).toHaveLength(before + 2)
  })
})
