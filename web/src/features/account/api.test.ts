import { expect, it } from 'vitest'
import { serve } from '../../test/kit'
import { paths } from '../../paths'
import { sendSignInLink } from './api'

const SLOT = paths.bookTest({ date: '2026-11-24T10:15' })

// RULES 15.7: the server writes the page into the query of the link that it mails.
it.each([
  [paths.crewInvitation('0123456789abcdefghijkl'), paths.crewInvitation()],
  [SLOT, SLOT],
  [undefined, undefined],
])('asks for a link that signs in and leads to %s without a hash', async (callbackUrl, named) => {
  const sent = serve({ 'POST auth/sign-in-link': { done: true } })
  await sendSignInLink({ email: 'sam@example.com', callbackUrl })
  expect(sent.map(({ body }) => body)).toEqual([
    { email: 'sam@example.com', ...(named && { callbackUrl: named }) },
  ])
})
