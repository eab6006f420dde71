import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { londonDateTime } from '../../../../academy/london'
import { queryKeys } from '../../../../api/queries'
import { useAuth, useSession } from '../../../../auth/SessionProvider'
import { Button } from '../../../../components/Button'
import { classNames } from '../../../../components/class-names'
import { Dialog } from '../../../../components/dialog/Dialog'
import { focusAfter } from '../../../../components/focus-after'
import { Stack } from '../../../../components/layout/Stack'
import text from '../../../../components/text.module.css'
import { useOperation } from '../../../../state/use-operation'
import { endAllDevices, endDevice, type DeviceSession } from '../../api'
import layout from '../../form/form.module.css'
import { PasswordForm } from '../../form/PasswordForm'
import { providersQuery } from '../../sign-in/providers'
import { deviceName } from '../../../../notifications/device-name'
import { devicesQuery, identitiesQuery } from '../queries'
import { ProfileRow } from '../ProfileRow'
import { QueryCard } from '../QueryCard'

type Ending = DeviceSession | 'all'

/** What the session rests on; with single sign-on it is the provider. */
const WITH: Readonly<Record<DeviceSession['method'], string | null>> = {
  credentials: 'your password',
  link: 'a link by e-mail',
  passkey: 'a passkey',
  sso: null,
}

/** Where this account is signed in, this browser first. */
export function DevicesCard() {
  const query = useQuery(devicesQuery())
  const [ending, setEnding] = useState<Ending | null>(null)
  const [ended, setEnded] = useState(false)
  const status = useRef<HTMLParagraphElement>(null)
  return (
    <QueryCard title="Where you are signed in" query={query} height="10rem">
      {({ sessions }) => {
        const own = sessions.filter(({ current }) => current)
        const others = sessions.filter(({ current }) => !current)
        return (
          <>
            <p ref={status} tabIndex={-1} className={classNames(text.accent, text.small)} role="status">
              {ended ? 'Signed out there.' : ''}
            </p>
            <Stack as="ul" gap={0}>
              {[...own, ...others].map((session) => (
                <DeviceRow key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </Stack>
            {others.length === 0 && (
              <p className={layout.aside}>Only here. Every session ends after 58 minutes.</p>
            )}
            <div className={layout.actions}>
              <Button variant="secondary" onClick={() => setEnding('all')}>
                Sign out everywhere
              </Button>
            </div>
            {ending !== null && (
              <EndDialog
                ending={ending}
                onClose={() => setEnding(null)}
                onEnded={() =>
                  // The pressed button is gone with its row.
                  focusAfter(
                    () => {
                      setEnding(null)
                      setEnded(true)
                    },
                    () => status.current,
                  )
                }
              />
            )}
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
  const providerName = providers.find(({ id }) => id === provider)?.name ?? 'another account'
  return (
    <ProfileRow
      title={name}
      tag={current && 'This device'}
      aside={`Since ${londonDateTime(stamp)}, with ${WITH[method] ?? providerName}`}
    >
      {!current && (
        <Button variant="quiet" aria-label={`Sign out: ${name}, ${londonDateTime(stamp)}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </ProfileRow>
  )
}

interface EndDialogProps {
  /** What is to be ended: one device, or all of them. */
  ending: Ending
  onClose: () => void
  /** One device has ended. */
  onEnded: () => void
}

function EndDialog({ ending, onClose, onEnded }: EndDialogProps) {
  const { end } = useAuth()
  const atDesk = useSession().data?.role === 2
  const queries = useQueryClient()
  const withPassword = useQuery(identitiesQuery()).data?.password !== false
  const everywhere = ending === 'all'
  const { run } = useOperation(async (password: string | null, key) => {
    if (ending === 'all') {
      const { signOutUrl } = await endAllDevices(password, key)
      await end('everywhere', signOutUrl)
    } else {
      await endDevice(ending.id, password, key)
      await queries.invalidateQueries({ queryKey: queryKeys.devices })
    }
  })
  const finish = async (password: string | null) => {
    const ended = await run(password)
    if (!ended.ok) return ended.error
    if (!everywhere) onEnded()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      role="alertdialog"
      title={everywhere ? 'Sign out everywhere?' : 'Sign out there?'}
    >
      <p>
        {everywhere
          ? `Every browser and app with your account is signed out at once, this one too, and none of them gets notifications any more.${atDesk ? ' Scores that have not been sent stay.' : ''}`
          : `${deviceName(ending.userAgent)} is signed out at once.`}
      </p>
      <PasswordForm
        label={everywhere ? 'Sign out everywhere' : 'Sign out there'}
        withPassword={withPassword}
        submit={everywhere ? 'Sign out everywhere' : 'Sign out there'}
        leave={everywhere ? 'Stay signed in' : 'Leave it'}
        act={finish}
        onLeave={onClose}
      />
    </Dialog>
  )
}
