// A page of somebody who uses next-auth's own React client, unchanged. The query sets the provider's props:
// `required` (`=handled` with a handler), `poll` (seconds), `offline=no`, `focus=no`, and `bare` for a hook without a provider.
import { getCsrfToken, getProviders, getSession, SessionProvider, signIn, signOut } from 'next-auth/react'
import { createRoot } from 'react-dom/client'

import { Boundary, Hook } from './Hook.tsx'

window.nextAuth = {
  signIn,
  signOut,
  getSession,
  getCsrfToken,
  getProviders,
  update: () => Promise.resolve(null),
  seen: [],
  thrown: [],
}

window.either = {
  signIn: (provider, fields, where) => signIn(provider, { ...fields, ...where }),
  signOut: (callbackUrl) => signOut({ callbackUrl }),
  read: async () => (await getSession())?.uaid ?? null,
  update: async (data) => (await window.nextAuth.update(data))?.uaid ?? null,
}

const query = new URLSearchParams(window.location.search)
const hook = <Hook required={query.has('required')} handled={query.get('required') === 'handled'} />
const place = document.getElementById('root')
if (place) createRoot(place).render(<Boundary>{query.has('bare') ? hook : provided()}</Boundary>)

function provided() {
  const offline = query.get('offline') === 'no' ? { refetchWhenOffline: false as const } : {}
  return (
    <SessionProvider
      refetchInterval={Number(query.get('poll') ?? 0)}
      refetchOnWindowFocus={query.get('focus') !== 'no'}
      {...offline}
    >
      {hook}
    </SessionProvider>
  )
}
