import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '../../../api/errors'
import { queryKeys } from '../../../api/queries'
import type { DeviceSession } from '../../../api/wire'
import { useAuth } from '../../../auth/SessionProvider'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Notice } from '../../../components/Notice'
import { useOperation } from '../../../state/use-operation'
import { endAllDevices, endDevice } from '../calls'
import form from '../form.module.css'
import { sayMoment } from '../moment'
import { providersQuery } from '../sign-in/providers'
import { deviceName } from './device-name'
import css from './profile.module.css'
import { devicesQuery } from './queries'
import { QueryCard } from './QueryCard'

/** Where this account is signed in, this browser first. */
export function DevicesCard() {
  const query = useQuery(devicesQuery())
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const end = useOperation(async ({ id }: DeviceSession) => {
    await endDevice(id)
    await queries.invalidateQueries({ queryKey: queryKeys.devices })
  })
  return (
    <QueryCard title="Where you are signed in" query={query} height="10rem">
      {({ sessions }) => {
        const own = sessions.filter(({ current }) => current)
        const others = sessions.filter(({ current }) => !current)
        return (
          <>
            {end.error !== null && (
              <Notice tone="problem" role="alert">
                {errorSentence(end.error)}
              </Notice>
            )}
            <p className={css.status} role="status">
              {end.status === 'succeeded' ? 'Signed out there.' : ''}
            </p>
            <ul className={css.rows}>
              {[...own, ...others].map((session) => (
                <DeviceRow key={session.id} session={session} onEnd={() => void end.run(session)} />
              ))}
            </ul>
            {others.length === 0 && (
              <p className={form.aside}>Only here. Every session ends after 58 minutes.</p>
            )}
            <div className={form.actions}>
              <Button variant="secondary" onClick={() => setAsking(true)}>
                Sign out everywhere
              </Button>
            </div>
            <EverywhereDialog open={asking} onClose={() => setAsking(false)} />
          </>
        )
      }}
    </QueryCard>
  )
}

function DeviceRow({ session, onEnd }: { session: DeviceSession; onEnd: () => void }) {
  const { userAgent, current, method, provider, stamp } = session
  const providers = useQuery(providersQuery()).data ?? []
  const name = deviceName(userAgent)
  const vouched = providers.find(({ id }) => id === provider)?.name ?? 'another account'
  return (
    <li className={css.row}>
      <div className={css.rowText}>
        <p className={css.rowTitle}>
          {name} {current && <span className={css.tag}>This device</span>}
        </p>
        <p className={form.aside}>
          Since {sayMoment(stamp)}, with {method === 'sso' ? vouched : 'your password'}
        </p>
      </div>
      {!current && (
        <Button variant="quiet" aria-label={`Sign out: ${name}, ${sayMoment(stamp)}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}

function EverywhereDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { end } = useAuth()
  const out = useOperation(async () => {
    await endAllDevices()
    await end('everywhere')
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      title="Sign out everywhere?"
      actions={
        <>
          <Button busy={out.status === 'loading'} onClick={() => void out.run()}>
            Sign out everywhere
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p>
        Every browser and app with your account is signed out at once, this one too. Scores that are not sent
        yet stay.
      </p>
      {out.error !== null && (
        <Notice tone="problem" role="alert">
          {errorSentence(out.error)}
        </Notice>
      )}
    </Dialog>
  )
}
