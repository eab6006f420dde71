import { expect, it, vi } from 'vitest'
import { answered } from '../../test/answers'
import { paths } from '../../paths'
import { sendSignInLink } from './api'

const SLOT = paths.bookTest({ date: '2026-11-24T10:15' })

// RULES 15.7: the server writes the page into the query of the link that it mails.
it.each([
  [paths.crewInvitation('0123456789abcdefghijkl'), paths.crewInvitation()],
  [SLOT, SLOT],
  [undefined, undefined],
])('asks for a link that signs in and leads to %s without a hash', async (callbackUrl, sent) => {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    if (address.includes('/csrf')) return Response.json({ csrfToken: 'c0ffee' })
    bodies.push(JSON.parse(String(body)))
    return answered({ done: true })
  })
  await sendSignInLink({ email: 'sam@example.com', callbackUrl })
  expect(bodies).toEqual([{ email: 'sam@example.com', ...(sent && { callbackUrl: sent }) }])
})
