import {
  around,
  press,
  refused,
  renderHook,
  renderQueried,
  screen,
  userEvent,
  waitFor,
} from '../../../test/kit'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answers, asked, bodyOf, crewOf, HELD, id, NOW, TOKEN } from '../../../test/crew'
import { JoinForm } from './JoinForm'
import { MyCrews } from './MyCrews'
import { crewTokenOf, useInvitation } from './use-invitation'

const status = vi.hoisted(() => ({ value: 'authenticated' }))
vi.mock('../../../auth/SessionProvider', () => ({ useSession: () => ({ status: status.value }) }))

beforeEach(() => {
  status.value = 'authenticated'
})

describe('the list', () => {
  const show = () => {
    const onStarted = vi.fn()
    renderQueried(
      <MyCrews emptyTitle="Who do you want to beat?" emptyText="A board." onStarted={onStarted} />,
    )
    return onStarted
  }

  it.each([
    [{ shareFinal: true, place: { position: 2, joint: false, ranked: 2 } }, '2nd of 2'],
    [{ shareFinal: true, place: { position: 1, joint: true, ranked: 3 } }, 'Joint 1st of 3'],
    [{ shareFinal: true, place: null }, 'No final this season'],
    [{ shareFinal: false, place: null }, 'Your final is hidden'],
  ])('has each crew with its members and one’s own place, as a link that keeps: %o', async (own, place) => {
    answers['GET user/crew'] = {
      crews: [{ crewId: id, name: 'Tuesday Squad', isOwner: true, members: 3, joinedAt: NOW, ...own }],
    }
    show()
    const link = await screen.findByRole('link', { name: /Tuesday Squad/ })
    expect(link.getAttribute('href')).toBe(`/en-gb/my-account-crews?crew=${id}`)
    await waitFor(() => expect(link.textContent).toBe(`Tuesday Squad3 members · You own it${place}`))
  })

  it('says that a held final is still to come', async () => {
    answers['GET user/results'] = HELD
    const own = { shareFinal: true, place: null }
    answers['GET user/crew'] = {
      crews: [{ crewId: id, name: 'Tuesday Squad', isOwner: false, members: 3, joinedAt: NOW, ...own }],
    }
    show()
    expect(await screen.findByText('Your final is revealed at the event')).toBeTruthy()
  })

  // RULES 15.3
  it.each([
    ['nothing, unless the athlete says otherwise', [], { shareFinal: false, shareCorners: false }],
    ['the final', [/^My final/], { shareFinal: true, shareCorners: false }],
    ['the six scores too', [/^My final/, /^My six scores/], { shareFinal: true, shareCorners: true }],
  ])(
    'says what a crew is to somebody without one, and starts one that sees %s',
    async (_, chosen, sharing) => {
      answers['GET user/crew'] = { crews: [] }
      answers['POST user/crew'] = crewOf()
      const onStarted = show()
      await screen.findByText('Who do you want to beat?')
      await userEvent.type(screen.getByRole('textbox', { name: /^Name of the crew/ }), ' Tuesday Squad ')
      for (const name of chosen) await userEvent.click(screen.getByRole('switch', { name }))
      await press('Start a crew')
      await waitFor(() => expect(onStarted).toHaveBeenCalledWith(id))
      expect(bodyOf('POST user/crew')).toEqual({ name: 'Tuesday Squad', ...sharing })
    },
  )

  it.each([
    ['CREW_NAME_INVALID', 'name', /at least one letter/],
    ['CREW_LIMIT', undefined, /Leave one first/],
    ['GUARDIAN_REQUIRED', undefined, /a parent or guardian has to confirm/],
  ])('says why none was started, and keeps what was typed: %s', async (code, at, sentence) => {
    answers['GET user/crew'] = { crews: [] }
    answers['POST user/crew'] = refused(422, code, { field: at })
    show()
    const box = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name of the crew/ })
    await userEvent.type(box, '=Squad')
    await press('Start a crew')
    await screen.findByText(sentence)
    expect(box.value).toBe('=Squad')
  })

  it('tells an under-18 who has to confirm first, without a form', async () => {
    answers['GET user/crew'] = { crews: [] }
    answers['GET user/profile'] = {
      bookingEligibility: { mode: 'blocked', refusals: [{ code: 'GUARDIAN_REQUIRED', message: '' }] },
    }
    show()
    await screen.findByText(/a parent or guardian has to confirm/)
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('asks for a name first', async () => {
    answers['GET user/crew'] = { crews: [] }
    show()
    await press('Start a crew')
    expect((await screen.findAllByText('Give your crew a name.')).length).toBeGreaterThan(0)
    expect(bodyOf('POST user/crew')).toBeUndefined()
  })
})

describe('a link', () => {
  it.each([
    [`#${TOKEN}`, TOKEN],
    [TOKEN, TOKEN],
    ['', null],
    ['#abc', null],
    [`#${TOKEN}x`, null],
    ['#<script>', null],
  ])('of %s', (hash, token) => {
    expect(crewTokenOf(hash)).toBe(token)
  })

  const state = async () => {
    const { result } = renderHook(() => useInvitation(TOKEN), { wrapper: around() })
    await waitFor(() => expect(result.current.state).not.toBe('loading'))
    return result
  }

  it('is not asked about before somebody signs in', async () => {
    status.value = 'unauthenticated'
    expect((await state()).current.state).toBe('signed-out')
    expect(asked).toEqual([])
  })

  it('opens nothing once it was renewed', async () => {
    answers['POST user/crew/link'] = refused(404, 'CREW_LINK_INVALID')
    expect((await state()).current.state).toBe('invalid')
  })

  it('leads a member to the crew', async () => {
    answers['POST user/crew/link'] = { name: 'Tuesday Squad', members: 3, crewId: id }
    expect((await state()).current).toEqual({ state: 'member', crewId: id })
  })

  function Invited() {
    const invitation = useInvitation(TOKEN)
    if (invitation.state !== 'open') return <p>{invitation.state}</p>
    return <JoinForm {...invitation} here="/en-gb/crew" />
  }

  // RULES 15.3
  it.each([
    ['with nothing shared, unless the athlete says otherwise', [], false],
    ['with the final', [/^My final/], true],
  ])('is joined %s', async (_, chosen, shareFinal) => {
    answers['POST user/crew/link'] = { name: 'Tuesday Squad', members: 3, crewId: null }
    answers['POST user/crew/join'] = crewOf()
    renderQueried(<Invited />)
    const button = await screen.findByRole('button', { name: 'Join' })
    for (const name of chosen) await userEvent.click(screen.getByRole('switch', { name }))
    await userEvent.click(button)
    await screen.findByText('member')
    expect(bodyOf('POST user/crew/join')).toEqual({ crewToken: TOKEN, shareFinal, shareCorners: false })
  })

  // RULES 15.3
  it('takes the last choice of somebody who is in the crew already, or says why it could not', async () => {
    answers['POST user/crew/link'] = { name: 'Tuesday Squad', members: 3, crewId: null }
    renderQueried(<Invited />)
    const button = await screen.findByRole('button', { name: 'Join' })
    // Joined in another tab meanwhile, or by a try whose answer was lost.
    answers['POST user/crew/join'] = refused(409, 'ALREADY_MEMBER')
    answers['POST user/crew/link'] = { name: 'Tuesday Squad', members: 4, crewId: id }
    const membership = `PUT user/crew/${id}/membership`
    answers[membership] = refused(503, 'UNAVAILABLE')
    await userEvent.click(button)
    await screen.findByRole('alert')
    answers[membership] = crewOf({ me: { ...crewOf().me, shareFinal: false } })
    await userEvent.click(button)
    await screen.findByText('member')
    expect(bodyOf(membership)).toEqual({ shareFinal: false, shareCorners: false })
  })

  it('tells an under-18 who has to confirm first, without a button to join', async () => {
    answers['POST user/crew/link'] = { name: 'Tuesday Squad', members: 3, crewId: null }
    answers['GET user/profile'] = {
      bookingEligibility: { mode: 'blocked', refusals: [{ code: 'GUARDIAN_REQUIRED', message: '' }] },
    }
    const { current } = await state()
    if (current.state !== 'open') throw new Error(current.state)
    renderQueried(<JoinForm {...current} here="/en-gb/crew#x" />)
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
    expect(screen.getByRole('link', { name: 'See our e-mail to them' }).getAttribute('href')).toBe(
      '/en-gb/my-account-my-profile#health',
    )
  })
})
