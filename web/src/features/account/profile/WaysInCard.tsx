import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { shortDate } from '../../../academy/civil-date'
import { londonDate } from '../../../academy/london'
import { errorSentence } from '../../../api/errors'
import { configQuery, queryKeys } from '../../../api/queries'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { Notice } from '../../../components/Notice'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { sendPasswordLink, disconnect, type Identities, type LinkedIdentity } from '../api'
import form from '../form/form.module.css'
import { ProviderButtons } from '../sign-in/ProviderButtons'
import { providersQuery } from '../sign-in/providers'
import css from './profile.module.css'
import { identitiesQuery } from './queries'
import { QueryCard } from './QueryCard'

/** Where a provider brings somebody back to who connects it. */
const HERE = `${paths.myProfile()}#signing-in`

/** The accounts elsewhere that open this one. Nothing to show where there are none to connect. */
export function WaysInCard({ emailAddress }: { emailAddress: string }) {
  const query = useQuery(identitiesQuery())
  const providers = (useQuery(providersQuery()).data ?? []).filter(({ type }) => type === 'oauth')
  const linked = query.data?.identities ?? []
  if (providers.length === 0 && linked.length === 0) return null
  return (
    <QueryCard title="Ways to sign in" query={query} height="9rem">
      {(ways) => (
        <>
          <ul className={css.rows}>
            <PasswordRow ways={ways} emailAddress={emailAddress} />
            {ways.identities.map((identity) => (
              <IdentityRow key={identity.provider} identity={identity} />
            ))}
          </ul>
          <ProviderButtons
            providers={providers.filter(({ id }) => !ways.identities.some(({ provider }) => provider === id))}
            callbackUrl={HERE}
            verb="Connect"
            look="row"
          />
        </>
      )}
    </QueryCard>
  )
}

function PasswordRow({ ways, emailAddress }: { ways: Identities; emailAddress: string }) {
  const allowed = useQuery(configQuery()).data?.authMode !== 'sso'
  const ask = useOperation(() => sendPasswordLink(emailAddress))
  if (!ways.password && !allowed) return null
  return (
    <li className={css.row}>
      <div className={css.rowText}>
        <p className={css.rowTitle}>Password</p>
        <p className={form.aside} role="status">
          {ways.password
            ? 'Set'
            : ask.status === 'succeeded'
              ? `The link is on its way to ${emailAddress}.`
              : 'Not set. You do not need one.'}
        </p>
        {ask.error !== null && (
          <Notice tone="problem" role="alert">
            {errorSentence(ask.error)}
          </Notice>
        )}
      </div>
      {!ways.password && ask.status !== 'succeeded' && (
        <Button variant="quiet" busy={ask.status === 'loading'} onClick={() => void ask.run()}>
          Mail me a link to set one
        </Button>
      )}
    </li>
  )
}

function IdentityRow({ identity }: { identity: LinkedIdentity }) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const { name, email, linkedAt, provider } = identity
  const drop = useOperation(async () => {
    await disconnect(provider)
    await queries.invalidateQueries({ queryKey: queryKeys.identities })
  })
  return (
    <li className={css.row}>
      <div className={css.rowText}>
        <p className={css.rowTitle}>{name}</p>
        <p className={form.aside}>
          {email === null ? '' : `${email}, `}connected {shortDate(londonDate(linkedAt))}
        </p>
      </div>
      <Button variant="quiet" aria-label={`Disconnect ${name}`} onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        title={`Disconnect ${name}?`}
        actions={
          <>
            <Button busy={drop.status === 'loading'} onClick={() => void drop.run()}>
              Disconnect
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        }
      >
        <p>You can no longer sign in here with {name}. You can connect it again any time.</p>
        {drop.error !== null && (
          <Notice tone="problem" role="alert">
            {errorSentence(drop.error)}
          </Notice>
        )}
      </Dialog>
    </li>
  )
}
