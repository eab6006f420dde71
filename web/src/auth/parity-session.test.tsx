// Checking the session, with next-auth's client and with ours: the same requests and states, except for the end of the
// session.
import { act } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import {
  compared,
  equal,
  focus,
  HERE,
  network,
  otherTab,
  pass,
  PERSON,
  SIGNED_IN,
  SIGNED_OUT,
  uaidOf,
  word,
  world,
  type Answers,
} from '../test/both-clients'

describe('as next-auth does it', () => {
  it('asks once at first and says who is there', async () => {
    const { states: told, seen: said } = await equal({}, SIGNED_IN)
    expect(told.map(({ status }) => status)).toEqual(['loading', 'authenticated'])
    expect(said).toEqual([
      'GET /api/auth/session (application/json)',
      'tell nextauth.message {"event":"session","data":{"trigger":"getSession"},"timestamp":1795235400}',
    ])
  })

  it('says that nobody is there', async () => {
    const { states: told } = await equal({}, SIGNED_OUT)
    expect(told.map(({ status }) => status)).toEqual(['loading', 'unauthenticated'])
  })

  it('logs a failed fetch and takes it for nobody at first', async () => {
    const { seen: said } = await equal({}, { ...SIGNED_IN, session: 'unreachable' })
    expect(said[1]).toBe(
      'POST /api/auth/_log client=true&code=CLIENT_FETCH_ERROR&level=error&message=Failed to fetch&url=/api/auth/session',
    )
  })

  it('logs a refusal with its message', async () => {
    await equal({}, { ...SIGNED_IN, session: { status: 500, body: { message: 'There is a problem' } } })
  })

  it('sends a visitor without a session to sign in and back', async () => {
    const { seen: said, states: told } = await equal({ required: true }, SIGNED_OUT)
    expect(said.at(-1)).toBe(
      `go /api/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(HERE)}`,
    )
    expect(told.map(({ status }) => status)).toEqual(['loading'])
  })

  it('calls the handler given instead', async () => {
    const handler = vi.fn()
    const { seen: said } = await equal({ required: true, onUnauthenticated: handler }, SIGNED_OUT)
    expect(handler).toHaveBeenCalledTimes(2)
    expect(said.some((line) => line.startsWith('go '))).toBe(false)
  })

  it('asks again when the tab comes to the front', async () => {
    await equal({}, SIGNED_IN, focus)
    await equal({ refetchOnWindowFocus: false }, SIGNED_IN, focus)
    // Nobody is signed in: there is nothing to end.
    await equal({}, SIGNED_OUT, focus)
  })

  it('asks again on word from another tab, and tells nobody then', async () => {
    const { seen: said } = await equal({}, SIGNED_OUT, async () => {
      world.answers.session = { body: PERSON }
      otherTab(word('getSession'))
      otherTab(word('getSession'))
    })
    expect(said.filter((line) => line.includes('/session'))).toHaveLength(3)
    expect(said.filter((line) => line.startsWith('tell'))).toHaveLength(1)
  })

  it('is signed out by word from another tab', async () => {
    const { states: told } = await equal({}, SIGNED_IN, async () => {
      world.answers.session = { body: {} }
      otherTab(word('signout'))
      await pass(0)
    })
    expect(told.at(-1)?.status).toBe('unauthenticated')
  })

  it('hears nothing in words of another kind', async () => {
    await equal({}, SIGNED_IN, async () => {
      otherTab(null)
      otherTab('{"event":"other","data":{}}')
      otherTab('{"event":"session"}')
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'other', newValue: word('x') })))
    })
  })

  it('polls somebody who is there, and stops without a network', async () => {
    const { seen: said } = await equal({ refetchInterval: 60 }, SIGNED_IN, async () => {
      await pass(60_000)
      network(false)
      await pass(120_000)
      network(true)
      await pass(59_999)
      await pass(1)
    })
    expect(said.filter((line) => line.startsWith('GET'))).toHaveLength(3)
  })

  it('polls on without a network when it may', async () => {
    const offline = async () => {
      network(false)
      await pass(60_000)
    }
    const { seen: said } = await equal({ refetchInterval: 60, refetchWhenOffline: true }, SIGNED_IN, offline)
    expect(said.filter((line) => line.startsWith('GET'))).toHaveLength(2)
  })

  it('does not poll for nobody', async () => {
    await equal({ refetchInterval: 60 }, SIGNED_OUT, () => pass(180_000))
  })

  it('updates the session, loading meanwhile, and tells the other tabs', async () => {
    const { seen: said, states: told } = await equal({}, SIGNED_IN, ({ update }) => {
      world.answers.session = { body: { ...PERSON, user: { ...PERSON.user, name: 'Alex' } } }
      return update({ name: 'Alex' }).then(uaidOf)
    })
    expect(said.slice(2)).toEqual([
      'GET /api/auth/csrf (application/json)',
      'POST /api/auth/session (application/json) {"csrfToken":"c0ffee","data":{"name":"Alex"}}',
      'tell nextauth.message {"event":"session","data":{"trigger":"getSession"},"timestamp":1795235400}',
    ])
    expect(told.map(({ status }) => status)).toEqual(['loading', 'authenticated', 'loading', 'authenticated'])
  })

  it('keeps the session when its update is refused', async () => {
    const { result, states: told } = await equal({}, SIGNED_IN, ({ update }) => {
      world.answers.session = { status: 400, body: {} }
      return update({})
    })
    expect(result).toBeNull()
    expect(told.at(-1)).toEqual({ status: 'authenticated', uaid: '7' })
  })

  it('updates nothing for nobody', async () => {
    const { result } = await equal({}, SIGNED_OUT, ({ update }) => update({}))
    expect(result).toBeUndefined()
  })
})

describe('not as next-auth does it', () => {
  it('a known session outlives a question that failed', async () => {
    const { expected, ours } = await compared({}, SIGNED_IN, async () => {
      world.answers.session = 'unreachable'
      await focus()
    })
    expect(ours.seen).toEqual(expected.seen)
    expect(expected.states.at(-1)?.status).toBe('unauthenticated')
    expect(ours.states.at(-1)?.status).toBe('authenticated')
  })

  it('asks again for somebody whom a failed question left unknown', async () => {
    const server = { ...SIGNED_IN, session: 'unreachable' } as Answers
    const { expected, ours } = await compared({}, server, async () => {
      world.answers.session = { body: PERSON }
      await focus()
    })
    expect(expected.states.at(-1)?.status).toBe('unauthenticated')
    expect(ours.states.at(-1)?.status).toBe('authenticated')
  })
})
