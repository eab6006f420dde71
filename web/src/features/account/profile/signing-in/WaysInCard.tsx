import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../../state/ActionDialog'
import { ErrorNotice } from '../../../../state/ErrorNotice'
import { useState } from 'react'
import { shortDate } from '../../../../academy/civil-date'
import { londonDate } from '../../../../academy/london'
import { configQuery, queryKeys } from '../../../../api/queries'
import { Button } from '../../../../components/Button'
import { Cluster } from '../../../../components/layout/Cluster'
import { Stack } from '../../../../components/layout/Stack'
import text from '../../../../components/text.module.css'
import { paths } from '../../../../paths'
import { useOperation } from '../../../../state/use-operation'
import { sendPasswordLink, disconnect, type Identities, type LinkedIdentity } from '../../api'
import form from '../../form/form.module.css'
import { ProviderButtons } from '../../sign-in/ProviderButtons'
import { providersQuery } from '../../sign-in/providers'
import css from '../profile.module.css'
import { identitiesQuery } from '../queries'
import { QueryCard } from '../QueryCard'

/** Where a provider returns to after it has been linked. */
const HERE = `${paths.myProfile()}#signing-in`

/** The single sign-on accounts linked to this one. Nothing if there are no providers. */
export function WaysInCard({ emailAddress }: { emailAddress: string }) {
  const query = useQuery(identitiesQuery())
  const providers = (useQuery(providersQuery()).data ?? []).filter(({ type }) => type === 'oauth')
  const linked = query.data?.identities ?? []
  if (providers.length === 0 && linked.length === 0) return null
  return (
    <QueryCard title="Ways to sign in" query={query} height="9rem">
      {(ways) => (
        <>
          <Stack as="ul" gap={0}>
            <PasswordRow ways={ways} emailAddress={emailAddress} />
            {ways.identities.map((identity) => (
              <IdentityRow key={identity.provider} identity={identity} />
            ))}
          </Stack>
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
    <Cluster as="li" gap={[2, 4]} align="center" between className={css.row}>
      <Stack gap={1} shrink className={css.rowText}>
        <Cluster as="p" gap={[1, 3]} align="baseline" className={text.heavy}>
          Password
        </Cluster>
        <p className={form.aside} role="status">
          {ways.password
            ? 'Set'
            : ask.status === 'succeeded'
              ? `The link is on its way to ${emailAddress}.`
              : 'Not set. You do not need one.'}
        </p>
        <ErrorNotice error={ask.error} />
      </Stack>
      {!ways.password && ask.status !== 'succeeded' && (
        <Button variant="quiet" busy={ask.status === 'loading'} onClick={() => void ask.run()}>
          Mail me a link to set one
        </Button>
      )}
    </Cluster>
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
    <Cluster as="li" gap={[2, 4]} align="center" between className={css.row}>
      <Stack gap={1} shrink className={css.rowText}>
        <Cluster as="p" gap={[1, 3]} align="baseline" className={text.heavy}>
          {name}
        </Cluster>
        <p className={form.aside}>
          {email === null ? '' : `${email}, `}connected {shortDate(londonDate(linkedAt))}
        </p>
      </Stack>
      <Button variant="quiet" aria-label={`Disconnect ${name}`} onClick={() => setAsking(true)}>
        Disconnect
      </Button>
      <ActionDialog
        open={asking}
        onClose={() => setAsking(false)}
        role="alertdialog"
        title={`Disconnect ${name}?`}
        yes="Disconnect"
        no="Keep it"
        operation={drop}
        onYes={() => void drop.run()}
      >
        <p>You can no longer sign in here with {name}. You can connect it again any time.</p>
      </ActionDialog>
    </Cluster>
  )
}
