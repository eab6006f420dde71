// RULES 10.6
// What the parity tests do not cover: sessions that end, here and in other tabs, what is purged, and pages that stay.
import { waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { learnServerNow, serverNow } from '../api/clock'
import { answerTo, HOME, noted, otherTab, person, server, settled, started } from '../test/session-client'
import { SESSION_MS } from './lifetime'
import type { SessionClientOptions } from './session-client'
import { signInHere } from './sign-in'

/** A client with somebody signed in, and what happens to it, in order. */
async function signedIn(session = person('7'), more: SessionClientOptions = {}) {
  const { notes, options } = noted()
  server.session = session
  const client = started({ ...more, ...options })
  await settled(client, 'authenticated')
  return { client, notes }
}

describe('when somebody is gone', () => {
  it('everything is purged before the other tabs hear and the page is left', async () => {
    const { client, notes } = await signedIn()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => notes.push('tell'))
    await client.signOut(HOME)
    expect(notes).toEqual(['purge', 'tell', `leave signedOut ${HOME}`])
    // During sign-out no page may redirect to the sign-in page.
    expect(client.getState()).toEqual({ status: 'loading', data: undefined })
  })

  it('an answer that comes on the way out changes nothing, and a page that is come back to is told', async () => {
    const { client, notes } = await signedIn()
    server.session = {}
    await client.refetch()
    await client.refetch()
    expect(client.getState().status).toBe('loading')
    expect(notes).toEqual(['purge', 'leave ended home'])
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    await settled(client, 'unauthenticated')
  })

  it('nothing happens when the server was not reached', async () => {
    const { client, notes } = await signedIn()
    server.reachable = false
    await expect(client.signOut(HOME)).rejects.toThrow('Failed to fetch')
    expect(notes).toEqual([])
    expect(client.getState().status).toBe('authenticated')
  })

  it('an end is an end, reached or not', async () => {
    const { client, notes } = await signedIn()
    server.reachable = false
    await client.end('over', HOME)
    expect(notes).toEqual(['purge', 'leave over home'])
  })

  it('an end leads to the sign-out of the provider that the server has named', async () => {
    const { client, notes } = await signedIn()
    await client.end('everywhere', HOME, 'https://club.example/end')
    expect(notes).toEqual(['purge', 'leave everywhere https://club.example/end'])
  })

  it.each([
    ['signout', 'elsewhere'],
    ['getSession', 'ended'],
  ])('by word %s from another tab, it is %s', async (trigger, why) => {
    const { notes } = await signedIn()
    server.session = {}
    otherTab(trigger)
    await waitFor(() => expect(notes).toEqual(['purge', `leave ${why} home`]))
  })

  it('a session that the server ended leads home', async () => {
    const { client, notes } = await signedIn()
    server.session = {}
    await client.refetch()
    expect(notes).toEqual(['purge', 'leave ended home'])
  })

  it('one that was over by its age says so', async () => {
    const { client, notes } = await signedIn(person('7', Date.now() - SESSION_MS))
    server.session = {}
    await client.refetch()
    expect(notes).toEqual(['purge', 'leave over home'])
  })

  it('nothing of theirs is there when the next one signs in in another tab, whose storage is left alone', async () => {
    const { client, notes } = await signedIn()
    server.session = person('8')
    otherTab('getSession')
    await waitFor(() => expect(notes).toEqual(['reset', 'leave replaced home']))
    expect(client.getState().data).toBeUndefined()
  })

  it('the tab where the next one signs in purges the storage', async () => {
    const { client, notes } = await signedIn(person('6'))
    const result = await signInHere(client, { email: 'sam@example.com', password: 'x' }, HOME)
    expect(notes).toEqual(['purge', 'leave replaced home'])
    expect(result).toMatchObject({ ok: true, error: null })
  })
})

// RULES 10.2
describe('after 58 minutes by the clock of the page', () => {
  const aged = () => signedIn(person('7', Date.now() - SESSION_MS - 1000))
  const signOuts = () => server.calls.filter((url) => url.endsWith('/signout'))

  it('the session is ended, if the server has not done so', async () => {
    const { client, notes } = await aged()
    await client.expire(HOME)
    expect(notes).toEqual(['purge', `leave over ${HOME}`])
    expect(signOuts()).toHaveLength(1)
  })

  it.each([
    ['has ended it', { session: {} }],
    ['cannot be reached', { reachable: false }],
  ])('the page is left when the server %s, and nothing is sent', async (_, change) => {
    const { client, notes } = await aged()
    Object.assign(server, change)
    await client.expire(HOME)
    expect(notes).toEqual(['purge', 'leave over home'])
    expect(signOuts()).toEqual([])
  })

  it('a session that has begun in another tab goes on', async () => {
    const { client, notes } = await aged()
    const renewed = person('7')
    server.session = renewed
    await client.expire(HOME)
    expect(client.getState().data?.stamp).toBe(renewed.stamp)
    expect(notes).toEqual([])
    expect(signOuts()).toEqual([])
  })

  it('that of somebody else goes on, and their storage is left alone', async () => {
    const { client, notes } = await aged()
    server.session = person('8')
    await client.expire(HOME)
    expect(notes).toEqual(['reset', 'leave replaced home'])
    expect(signOuts()).toEqual([])
  })

  it('one that begins in another tab while the server is asked goes on', async () => {
    const { client, notes } = await aged()
    const expiring = client.expire(HOME)
    server.session = person('7')
    otherTab('getSession')
    await expiring
    expect(notes).toEqual([])
    expect(signOuts()).toEqual([])
  })

  it('one that the server still holds goes on when the device’s clock has been set', async () => {
    const now = Date.now()
    const learnTime = async () => learnServerNow(new Date(now).toISOString())
    const { client, notes } = await signedIn(person('7'), { learnTime })
    vi.spyOn(Date, 'now').mockReturnValue(now + 2 * SESSION_MS)
    await client.expire(HOME)
    expect(serverNow()).toBe(now)
    expect(client.getState().data?.uaid).toBe('7')
    expect(notes).toEqual([])
    expect(server.session).toMatchObject({ uaid: '7' })
  })
})

describe('on a page that stays', () => {
  const lost = async (stays = () => Promise.resolve(true)) => {
    const signed = await signedIn(person('7'), { stays })
    server.session = {}
    return signed
  }

  it('a session that has ended is lost, and nothing is purged', async () => {
    const { client, notes } = await lost()
    await client.refetch()
    expect(client.getState()).toMatchObject({ status: 'authenticated', lost: true, data: { uaid: '7' } })
    await client.end('over', HOME)
    expect(client.getState().lost).toBe(true)
    expect(notes).toEqual([])
  })

  it('refused calls check once, wait for the same person, and go on', async () => {
    const { client, notes } = await lost()
    const before = server.calls.length
    const waiting = Promise.all([client.regain(), client.regain()])
    await waitFor(() => expect(client.getState().lost).toBe(true))
    expect(server.calls.length).toBe(before + 1)
    expect(await signInHere(client, { email: 'sam@example.com', password: 'x' }, HOME)).toMatchObject({
      ok: true,
    })
    expect(await waiting).toEqual([true, true])
    expect(client.getState().lost).toBeUndefined()
    expect(notes).toEqual([])
  })

  it('a call that was refused for another reason does not wait', async () => {
    const { client } = await lost()
    server.session = person('7')
    expect(await client.regain()).toBe(false)
    expect(client.getState().lost).toBeUndefined()
  })

  it('the same person may come back in another tab', async () => {
    const { client, notes } = await lost()
    const waiting = client.regain()
    await waitFor(() => expect(client.getState().lost).toBe(true))
    server.session = person('7')
    otherTab('getSession')
    expect(await waiting).toBe(true)
    expect(notes).toEqual([])
  })

  it.each([
    ['somebody else signs in', person('8'), 'getSession', ['reset', 'leave replaced home']],
    ['they sign out', {}, 'signout', ['purge', 'leave elsewhere home']],
  ])('when in another tab %s, it is left and nothing is sent', async (_, then, trigger, end) => {
    const { client, notes } = await lost()
    const waiting = client.regain()
    await waitFor(() => expect(client.getState().lost).toBe(true))
    server.session = then
    otherTab(trigger)
    expect(await waiting).toBe(false)
    await waitFor(() => expect(notes).toEqual(end))
    expect(client.getState().data).toBeUndefined()
  })

  it('a sign-in that leaves nobody signed in is not taken for one', async () => {
    const { client } = await lost()
    await client.refetch()
    vi.stubGlobal('fetch', (url: string) => {
      const body = url.endsWith('/callback/credentials') ? { url: `${HOME}login?csrf=true` } : answerTo(url)
      return Promise.resolve(new Response(JSON.stringify(body)))
    })
    expect(await signInHere(client, {}, HOME)).toMatchObject({ ok: false, error: 'CSRF' })
    expect(client.getState().lost).toBe(true)
  })

  // RULES 9.8
  it('a session that is gone after a deletion without an answer is not waited for', async () => {
    const { client, notes } = await lost()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => notes.push('tell'))
    client.noteDeletion(true)
    await waitFor(() => expect(notes).toEqual(['purge', 'tell', 'leave perhapsDeleted home']))
    expect(client.getState()).toEqual({ status: 'loading', data: undefined })
  })

  it('whether a deletion arrived is found out once the server is reached', async () => {
    const { client, notes } = await lost()
    server.reachable = false
    client.noteDeletion(true)
    await waitFor(() => expect(client.isUnsure()).toBe(true))
    expect(client.getState()).toMatchObject({ status: 'authenticated', data: { uaid: '7' } })
    server.reachable = true
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(notes).toEqual(['purge', 'leave perhapsDeleted home']))
  })

  it('a session that ends after a deletion was refused is lost like any other', async () => {
    const { client, notes } = await lost()
    server.session = person('7')
    client.noteDeletion(true)
    client.noteDeletion(false)
    server.session = {}
    await client.refetch()
    expect(client.getState()).toMatchObject({ status: 'authenticated', lost: true })
    expect(notes).toEqual([])
  })

  it('a session that was seen after a deletion without an answer is lost like any other', async () => {
    const { client, notes } = await lost()
    const stamp = Date.now() - 1000
    server.session = person('7', stamp)
    client.noteDeletion(true)
    await waitFor(() => expect(client.getState().data?.stamp).toBe(stamp))
    server.session = {}
    await client.refetch()
    expect(client.getState()).toMatchObject({ status: 'authenticated', lost: true })
    expect(notes).toEqual([])
  })

  it('a session that is there again while it was decided is not lost', async () => {
    let decide = (_: boolean) => {}
    const { client } = await lost(() => new Promise((resolve) => (decide = resolve)))
    const asked = client.refetch()
    await waitFor(() => expect(server.calls.at(-1)).toMatch(/session$/))
    await new Promise((resolve) => setTimeout(resolve, 20))
    server.session = person('7')
    await client.refetch()
    decide(true)
    await asked
    expect(client.getState().lost).toBeUndefined()
  })
})
