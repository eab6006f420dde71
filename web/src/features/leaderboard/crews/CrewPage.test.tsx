import type { QueryClient } from '@tanstack/react-query'
import {
  act,
  press,
  queriesKnowing,
  refused,
  renderQueried,
  screen,
  userEvent,
  waitFor,
  within,
} from '../../../test/kit'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { keepSeen, readSeen } from '../../../offline/last-seen'
import type { AddressQuery } from '../../../state/address'
import { answers, asked, bodyOf, crewOf, HELD, id, NOW } from '../../../test/crew'
import { FakeSource } from '../../../test/event-source'
import { crewKey, crewQuery, type Crew, type CrewBoard, type CrewRow } from './api'
import { CrewPage } from './CrewPage'

vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => ({ status: 'authenticated' }) }))

const row = (memberId: string, position: number | null, more: Partial<CrewRow> = {}): CrewRow => ({
  memberId,
  firstName: memberId,
  lastName: 'B',
  isOwner: false,
  position,
  score: position === null ? null : 90 - position,
  corners: null,
  ...more,
})

const boardOf = (members: CrewRow[], version = 'v1'): CrewBoard => ({
  name: 'Tuesday Squad',
  season: 3,
  from: '2026-09-01',
  to: '2026-12-31',
  members,
  version,
})

describe('a crew', () => {
  const CORNERS = [70, 71, 72, null, 74, 75]

  function Page({ onGone }: { onGone: (word: string) => void }) {
    const [query, setQuery] = useState<AddressQuery>({})
    return (
      <CrewPage
        crewId={id}
        query={query}
        onQuery={(change) => setQuery((now) => ({ ...now, ...change }))}
        challenge={({ score }) => <p>Beat my {score}</p>}
        onGone={onGone}
      />
    )
  }

  let queries: QueryClient

  function show(crew: Crew | Response, members: CrewRow[]) {
    answers[`GET user/crew/${id}`] = crew
    answers[`GET user/crew/${id}/board`] = boardOf(members)
    const onGone = vi.fn()
    queries = queriesKnowing()
    renderQueried(<Page onGone={onGone} />, queries)
    return onGone
  }

  it('ranks who shares a final, names the others, and marks the athlete', async () => {
    show(crewOf(), [row('Sam', 1), row('Robin', 1, { score: 89 }), row('Ali', null)])
    const table = await screen.findByRole('table', { name: 'Tuesday Squad, season 3: 2 of 3 members' })
    expect(within(table).getByRole('row', { name: /^1.*shared Sam B\. Not shared 89\.00$/ })).toBeTruthy()
    expect(within(table).getByRole('row', { name: /Robin FieldYou/ })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Also in the crew' })).getByText('Ali B.')).toBeTruthy()
    expect(screen.queryByText('You own this crew')).toBeNull()
  })

  it('says by the server’s clock when the board was seen', async () => {
    show(crewOf(), [row('Robin', 1)])
    // The board may be there just before the settings, which have the time.
    expect(await screen.findByText(/^Season 3 · (?:09:59|10:00)$/)).toBeTruthy()
  })

  it('opens six scores beside the athlete’s own', async () => {
    show(crewOf(), [row('Sam', 1, { corners: CORNERS }), row('Robin', 2)])
    const opener = await screen.findByRole('button', { name: 'Six scores of Sam B.' })
    await userEvent.click(opener)
    expect(opener.getAttribute('aria-expanded')).toBe('true')
    const figures = screen.getByRole('table', { name: 'Six scores of Sam B., and yours' })
    expect(within(figures).getByRole('row', { name: 'Cognitive 70.00 80.00' })).toBeTruthy()
    expect(within(figures).getByRole('row', { name: 'Speed – 86.00' })).toBeTruthy()
    await userEvent.click(opener)
    expect(screen.queryByRole('table', { name: /^Six scores/ })).toBeNull()
  })

  it('says why the athlete has no place', async () => {
    const me = { ...crewOf().me, shareFinal: false }
    show(crewOf({ me }), [row('Sam', 1), row('Robin', null)])
    expect(await screen.findByText(/Your 88\.00 is hidden from this crew/)).toBeTruthy()
  })

  it('leads to a booking before the first final', async () => {
    show(crewOf({ me: { ...crewOf().me, score: null, corners: null } }), [row('Robin', null)])
    expect(await screen.findByRole('link', { name: 'Book a test' })).toBeTruthy()
    expect(screen.getByText('Nobody is on this board yet.')).toBeTruthy()
  })

  it('says that a held final is still to come, and sends nobody to a booking', async () => {
    answers['GET user/results'] = HELD
    show(crewOf({ me: { ...crewOf().me, score: null, corners: null } }), [row('Robin', null)])
    expect(await screen.findByText('Your final is revealed at the event.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Book a test' })).toBeNull()
  })

  it('follows its stream, and says aloud what has changed', async () => {
    show(crewOf(), [row('Robin', 1), row('Sam', null)])
    await screen.findByRole('table')
    expect(FakeSource.last().url).toBe(`/api/user/crew/${id}/stream`)
    act(() => {
      FakeSource.last().opens()
      FakeSource.last().says('changed', '{"version":"v1"}')
    })
    await screen.findByText('Live')
    const before = asked.length
    answers[`GET user/crew/${id}/board`] = boardOf([row('Sam', 1), row('Robin', 2)], 'v2')
    act(() => FakeSource.last().says('changed', '{"version":"v2"}'))
    expect(await screen.findByText('Sam B. is 1st with 89.00.')).toBeTruthy()
    expect(screen.getByRole('row', { name: /Sam B\..*New today/ })).toBeTruthy()
    expect(screen.getByRole('row', { name: /Robin Field.*Down 1 place/ })).toBeTruthy()
    // The crew and its board once; the event of the version that is shown asks for nothing.
    expect(asked.length).toBe(before + 2)
  })

  it('closes for somebody who has been removed', async () => {
    show(crewOf(), [row('Robin', 1)])
    await screen.findByRole('table')
    answers[`GET user/crew/${id}`] = refused(404, 'CREW_NOT_FOUND')
    answers[`GET user/crew/${id}/board`] = refused(404, 'CREW_NOT_FOUND')
    act(() => {
      FakeSource.last().opens()
      FakeSource.last().says('changed', '{"version":"v9"}')
    })
    expect(await screen.findByText(/^You are not in this crew/)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    const again = () => act(() => queries.invalidateQueries({ queryKey: crewKey(id) }))
    // Calls that are lost later do not bring it back.
    answers[`GET user/crew/${id}`] = answers[`GET user/crew/${id}/board`] = refused(503, 'UNAVAILABLE')
    await again()
    expect(screen.getByText(/^You are not in this crew/)).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
    expect(queries.getQueriesData({ queryKey: crewKey(id) }).map(([, data]) => data)).toEqual([
      undefined,
      undefined,
    ])
    answers[`GET user/crew/${id}`] = crewOf()
    answers[`GET user/crew/${id}/board`] = boardOf([row('Robin', 1)])
    await again()
    expect(await screen.findByRole('table')).toBeTruthy()
  })

  it('leaves nothing in memory and on the device of somebody who leaves it', async () => {
    const { queryKey } = crewQuery(id)
    await keepSeen({ uaid: '7', queryKey, data: crewOf(), at: Date.now() })
    const onGone = show(crewOf(), [row('Robin', 1)])
    answers[`DELETE user/crew/${id}/membership`] = { crewId: id }
    await press('Leave this crew')
    await press('Leave')
    await waitFor(() => expect(onGone).toHaveBeenCalledWith('You have left Tuesday Squad.'))
    expect(queries.getQueryData(queryKey)).toBeUndefined()
    await waitFor(async () => expect(await readSeen(Date.now())).toEqual([]))
  })

  it('lets an under-18 leave whose guardian has not confirmed', async () => {
    answers['GET user/crew'] = {
      crews: [{ crewId: id, name: 'Tuesday Squad', isOwner: false, members: 3, joinedAt: NOW }],
    }
    answers[`DELETE user/crew/${id}/membership`] = { crewId: id }
    const onGone = show(refused(422, 'GUARDIAN_REQUIRED'), [])
    answers[`GET user/crew/${id}/board`] = refused(422, 'GUARDIAN_REQUIRED')
    expect(await screen.findByText('Waiting for your parent or guardian')).toBeTruthy()
    await press('Leave this crew')
    await press('Leave')
    await waitFor(() => expect(onGone).toHaveBeenCalledWith('You have left Tuesday Squad.'))
  })

  it('tells an under-18 who waits, and is not counted, that the crew goes on without them', async () => {
    answers['GET user/crew'] = {
      crews: [{ crewId: id, name: 'Tuesday Squad', isOwner: true, members: 1, joinedAt: NOW }],
    }
    show(refused(422, 'GUARDIAN_REQUIRED'), [])
    answers[`GET user/crew/${id}/board`] = refused(422, 'GUARDIAN_REQUIRED')
    await press('Leave this crew')
    const question = screen.getByRole('alertdialog', { name: 'Leave Tuesday Squad?' })
    expect(question.textContent).toContain('becomes the owner')
    expect(question.textContent).not.toContain('the crew ends')
  })

  it.each<[who: string, isOwner: boolean, words: string]>([
    ['who owns it that it may go to somebody who is not shown yet', true, 'cannot take part yet'],
    ['who does not own it that the others stop seeing them', false, 'The others stop seeing you'],
  ])('tells the only one shown %s', async (_, isOwner, words) => {
    show(crewOf({ isOwner, members: 1 }), [row('Robin', 1)])
    await press('Leave this crew')
    const question = screen.getByRole('alertdialog', { name: 'Leave Tuesday Squad?' })
    expect(question.textContent).toContain(words)
    expect(question.textContent).not.toContain('the crew ends')
  })

  it('saves a choice at once, and takes it back if it cannot be saved', async () => {
    show(crewOf(), [row('Robin', 1)])
    const shared = crewOf({ me: { ...crewOf().me, shareCorners: true } })
    answers[`PUT user/crew/${id}/membership`] = shared
    const corners = await screen.findByRole<HTMLInputElement>('switch', { name: /^My six scores/ })
    answers[`GET user/crew/${id}`] = shared
    await userEvent.click(corners)
    await screen.findByText('Saved.')
    expect(bodyOf(`PUT user/crew/${id}/membership`)).toEqual({ shareCorners: true })
    expect(corners.checked).toBe(true)
    answers[`PUT user/crew/${id}/membership`] = refused(503, 'UNAVAILABLE')
    await userEvent.click(screen.getByRole('switch', { name: /^My final/ }))
    await screen.findByRole('alert')
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('switch', { name: /^My final/ }).checked).toBe(true),
    )
  })

  it('keeps a choice that waits while the one before it is saved', async () => {
    show(crewOf({ me: { ...crewOf().me, shareFinal: false } }), [row('Robin', null)])
    const call = `PUT user/crew/${id}/membership`
    const saves = () => asked.filter((one) => one.call === call).length
    const corners = await screen.findByRole<HTMLInputElement>('switch', { name: /^My six scores/ })
    let answer = () => {}
    answers[call] = new Promise((resolve) => {
      answer = () => resolve(crewOf())
    })
    await userEvent.click(screen.getByRole('switch', { name: /^My final/ }))
    await userEvent.click(corners)
    await waitFor(() => expect(saves()).toBe(1))
    answers[`GET user/crew/${id}`] = crewOf()
    answers[call] = new Promise(() => undefined)
    answer()
    await waitFor(() => expect(saves()).toBe(2))
    expect(corners.checked).toBe(true)
  })

  it('gives its owner a new name, a new link, and the way to remove somebody', async () => {
    show(crewOf({ isOwner: true }), [row('Sam', 1), row('Robin', 2)])
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the crew' })
    answers[`PUT user/crew/${id}`] = refused(422, 'CREW_NAME_INVALID', { field: 'name' })
    await userEvent.type(box, '=')
    await press('Save the name')
    await screen.findByText(/at least one letter/)
    expect(box.value).toBe('Tuesday Squad=')

    const renewed = `https://sixfold.example/en-gb/crew#${'x'.repeat(22)}`
    answers[`POST user/crew/${id}/link`] = crewOf({ isOwner: true, link: renewed })
    await press('Make a new link')
    const question = screen.getByRole('alertdialog', { name: 'Make a new link?' })
    expect(question.textContent).toContain('stop working at once')
    await press('Make a new link', question)
    await waitFor(() => expect(screen.getByTestId('public-link').textContent).toContain('#xxxx'))

    answers[`DELETE user/crew/${id}/member/Sam`] = crewOf({ isOwner: true, members: 2 })
    await press('Remove somebody')
    expect(screen.queryByRole('button', { name: /^Remove Robin/ })).toBeNull()
    await press('Remove Sam B.')
    await press('Remove')
    await waitFor(() => expect(asked.some(({ call }) => call.endsWith('member/Sam'))).toBe(true))
  })

  it('shows the new link whose answer was lost, since the old one no longer works', async () => {
    show(crewOf({ isOwner: true }), [row('Robin', 1)])
    await press('Make a new link')
    const renewed = `https://sixfold.example/en-gb/crew#${'y'.repeat(22)}`
    answers[`POST user/crew/${id}/link`] = refused(503, 'UNAVAILABLE')
    answers[`GET user/crew/${id}`] = crewOf({ isOwner: true, link: renewed })
    const question = screen.getByRole('alertdialog', { name: 'Make a new link?' })
    await press('Make a new link', question)
    await waitFor(() => expect(screen.getByTestId('public-link').textContent).toContain('#yyyy'))
  })

  it('keeps what is typed of its name while another is saved', async () => {
    show(crewOf({ isOwner: true }), [row('Robin', 1)])
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the crew' })
    let answer = () => {}
    answers[`PUT user/crew/${id}`] = new Promise((resolve) => {
      answer = () => resolve(crewOf({ isOwner: true, name: 'Tuesday Squad A' }))
    })
    await userEvent.type(box, ' A')
    await press('Save the name')
    await userEvent.type(box, 'B')
    answer()
    await screen.findByRole('heading', { name: 'Tuesday Squad A' })
    expect(box.value).toBe('Tuesday Squad AB')
  })

  it('is deleted after one question', async () => {
    const onGone = show(crewOf({ isOwner: true }), [row('Robin', 1)])
    answers[`DELETE user/crew/${id}`] = { crewId: id }
    await press('Delete the crew')
    await press('Delete it')
    await waitFor(() => expect(onGone).toHaveBeenCalledWith('Tuesday Squad is deleted.'))
    expect(queries.getQueryData(crewQuery(id).queryKey)).toBeUndefined()
  })

  it('shows a past season by choice', async () => {
    show(crewOf(), [row('Robin', 1)])
    await screen.findByRole('table')
    await userEvent.selectOptions(await screen.findByLabelText('Season'), '2')
    await waitFor(() =>
      expect(asked.filter(({ call }) => call === `GET user/crew/${id}/board`).length).toBeGreaterThan(1),
    )
  })
})
