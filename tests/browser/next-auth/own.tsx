// The same page with the web app's own client in place of next-auth's: what the one does, the other does.
import { createRoot } from 'react-dom/client'

import { SessionProvider, useSession } from '../../../web/src/auth/SessionProvider'
import { SessionClient } from '../../../web/src/auth/session-client'
import { signInWith } from '../../../web/src/auth/sign-in'
import './client.ts'

const query = new URLSearchParams(window.location.search)
const client = new SessionClient({
  refetchInterval: Number(query.get('poll') ?? 0),
  leave: (_, url) => window.location.assign(url ?? window.location.href),
})

window.either = {
  signIn: (provider, fields, where) => signInWith(client, provider, fields, where),
  signOut: (callbackUrl) => client.signOut(callbackUrl),
  read: async () => (await client.refetch())?.uaid ?? null,
  update: async (data) => (await client.update(data))?.uaid ?? null,
}

function Hook() {
  const { status, data } = useSession({ required: query.has('required') })
  return (
    <main>
      <h1>Session</h1>
      <output aria-label="Status">{status}</output>
      <output aria-label="E-mail">{data?.user.email ?? 'nobody'}</output>
    </main>
  )
}

const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <SessionProvider client={client}>
      <Hook />
    </SessionProvider>,
  )
