import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { londonDateTime } from '../../../academy/london'
import { queryKeys } from '../../../api/queries'
import { useAuth } from '../../../auth/SessionProvider'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Form, FormActions } from '../../../components/Form'
import { TextField } from '../../../components/TextField'
import { useOperation } from '../../../state/use-operation'
import { endAllDevices, endDevice, type DeviceSession } from '../api'
import form from '../form/form.module.css'
import { missingPassword } from '../form/problems'
import { providersQuery } from '../sign-in/providers'
import { useAccountForm } from '../form/use-account-form'
import { failureProblems } from '../use-sign-up'
import { deviceName } from './device-name'
import css from './profile.module.css'
import { devicesQuery, identitiesQuery } from './queries'
import { QueryCard } from './QueryCard'

type Ending = DeviceSession | 'all'

/** Where this account is signed in, this browser first. */
export function DevicesCard() {
  const query = useQuery(devicesQuery())
  const [ending, setEnding] = useState<Ending | null>(null)
  const [ended, setEnded] = useState(false)
  return (
    <QueryCard title="Where you are signed in" query={query} height="10rem">
      {({ sessions }) => {
        const own = sessions.filter(({ current }) => current)
        const others = sessions.filter(({ current }) => !current)
        return (
          <>
            <p className={css.status} role="status">
              {ended ? 'Signed out there.' : ''}
            </p>
            <ul className={css.rows}>
              {[...own, ...others].map((session) => (
                <DeviceRow key={session.id} session={session} onEnd={() => setEnding(session)} />
              ))}
            </ul>
            {others.length === 0 && (
              <p className={form.aside}>Only here. Every session ends after 58 minutes.</p>
            )}
            <div className={form.actions}>
              <Button variant="secondary" onClick={() => setEnding('all')}>
                Sign out everywhere
              </Button>
            </div>
            <EndDialog
              ending={ending}
              onClose={() => setEnding(null)}
              onEnded={() => {
                setEnding(null)
                setEnded(true)
              }}
            />
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
          Since {londonDateTime(stamp)}, with {method === 'sso' ? vouched : 'your password'}
        </p>
      </div>
      {!current && (
        <Button variant="quiet" aria-label={`Sign out: ${name}, ${londonDateTime(stamp)}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}

interface EndDialogProps {
  /** What ends: one device, or all of them; null while nothing is asked. */
  ending: Ending | null
  onClose: () => void
  /** One device has ended. */
  onEnded: () => void
}

const FIELDS = ['password'] as const

/** Ending a session elsewhere takes the password again, so that a browser left open cannot do it. */
function EndDialog({ ending, onClose, onEnded }: EndDialogProps) {
  const { end } = useAuth()
  const queries = useQueryClient()
  const withPassword = useQuery(identitiesQuery()).data?.password !== false
  const everywhere = ending === 'all'
  const { run } = useOperation(async (typed: string) => {
    const password = withPassword ? typed : null
    if (ending === null) return
    if (ending === 'all') {
      await endAllDevices(password)
      await end('everywhere')
    } else {
      await endDevice(ending.id, password)
      await queries.invalidateQueries({ queryKey: queryKeys.devices })
    }
  })
  const {
    form: state,
    field,
    problems,
    attempt,
    isSubmitting,
    onSubmit,
  } = useAccountForm({
    fields: FIELDS,
    defaults: { password: '' },
    check: ({ password }) => (withPassword ? missingPassword(password) : []),
    send: async ({ password }) => {
      const ended = await run(password)
      if (!ended.ok) return failureProblems(ended.error, FIELDS)
      state.reset()
      if (!everywhere) onEnded()
      return []
    },
  })
  return (
    <Dialog
      open={ending !== null}
      onClose={onClose}
      role="alertdialog"
      title={everywhere ? 'Sign out everywhere?' : 'Sign out there?'}
    >
      <p>
        {everywhere
          ? 'Every browser and app with your account is signed out at once, this one too. Scores that have not been sent stay.'
          : ending !== null && `${deviceName(ending.userAgent)} is signed out at once.`}
      </p>
      <Form
        problems={problems}
        attempt={attempt}
        onSubmit={onSubmit}
        aria-label={everywhere ? 'Sign out everywhere' : 'Sign out there'}
        aria-busy={isSubmitting}
      >
        {withPassword && (
          <TextField
            {...field('password')}
            hint={undefined}
            type="password"
            autoComplete="current-password"
          />
        )}
        <FormActions>
          <Button type="submit" busy={isSubmitting}>
            {everywhere ? 'Sign out everywhere' : 'Sign out there'}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {everywhere ? 'Stay signed in' : 'Leave it'}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}
