// What the tests of components have in common: testing-library, a person's hands, and a server.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { answered } from './answers'

export { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
export { userEvent }
export { answered, refused } from './answers'
export { around, queriesKnowing, renderQueried } from './render'

/** Presses the button with this name, on the page or inside an element, as soon as it is there. */
export const press = async (name: string | RegExp, inside = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }))

/** The field with this label. */
export const field = <E extends HTMLElement = HTMLInputElement>(label: string | RegExp): E =>
  screen.getByLabelText<E>(label)

/** A request that the server has had. */
export interface Sent {
  /** `POST user/event/booking`. */
  call: string
  /** Undefined if there is none. */
  body: unknown
  query: URLSearchParams
  headers: Headers
}

/** A `Response` as it is; anything else is the data of one that succeeded, or a promise or a function of either. */
type Answer = object | null | ((body: never, sent: Sent) => unknown)

/**
 * A server with an answer for each call, by method and path: `{ 'GET user/crew': { crews: [] }, 'DELETE *': {} }`. The
 * first that fits counts, and a call that none fits is never answered. CSRF tokens it gives out by itself.
 * Returns what it is sent.
 */
export function serve(answers: Readonly<Record<string, Answer>>): Sent[] {
  const requests: Sent[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    if (pathname === '/api/auth/csrf') return Response.json({ csrfToken: 'c0ffee' })
    searchParams.delete('iv')
    const sent: Sent = {
      call: `${method} ${pathname.replace('/api/', '')}`,
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : (body ?? undefined),
      query: searchParams,
      headers: new Headers(headers),
    }
    requests.push(sent)
    const found = Object.entries(answers).find(([call]) => fits(call, sent.call))
    if (!found) return new Promise(() => undefined)
    const [, answer] = found
    const said: unknown = await (typeof answer === 'function' ? answer(sent.body as never, sent) : answer)
    return said instanceof Response ? said.clone() : answered(said)
  })
  return requests
}

const fits = (pattern: string, call: string) =>
  pattern.endsWith('*') ? call.startsWith(pattern.slice(0, -1)) : call === pattern

/** What the server was sent with these calls. */
export const bodiesOf = (sent: readonly Sent[], call: string) =>
  sent.filter((one) => one.call === call).map(({ body }) => body)

/** In place of an answer: there is no network. */
export const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'))
