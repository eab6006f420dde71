import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../../state/ActionDialog'
import { ErrorNotice } from '../../../../state/ErrorNotice'
import { useState } from 'react'
import { shortDate } from '../../../../academy/civil-date'
import { londonDate } from '../../../../academy/london'
import { configQuery, queryKeys } from '../../../../api/queries'
import { Button } from '../../../../components/Button'
import { Stack } from '../../../../components/layout/Stack'
import { paths } from '../../../../paths'
import { useOperation } from '../../../../state/use-operation'
import { sendPasswordLink, disconnect, type Identities, type LinkedIdentity } from '../../api'
import { ProviderButtons } from '../../sign-in/ProviderButtons'
import { providersQuery } from '../../sign-in/providers'
import { identitiesQuery } from '../queries'
import { ProfileRow } from '../ProfileRow'
import { QueryCard } from '../QueryCard'

/** Where a provider returns to after it has been linked. */
const HERE = `${paths.myProfile()}#signing-in`

/** The password and the single sign-on accounts linked to this one. Nothing if there is a password and no provider. */
export function SignInMethodsCard({ emailAddress }: { emailAddress: string }) {
  const query = useQuery(identitiesQuery())
  const providers = (useQuery(providersQuery()).data ?? []).filter(({ type }) => type === 'oauth')
  const linked = query.data?.identities ?? []
  if (providers.length === 0 && linked.length === 0 && query.data?.password !== false) return null
  return (
    <QueryCard title="Ways to sign in" query={query} height="9rem">
      {(methods) => (
        <>
          <Stack as="ul" gap={0}>
            <PasswordRow methods={methods} emailAddress={emailAddress} />
            {methods.identities.map((identity) => (
              <IdentityRow key={identity.provider} identity={identity} />
            ))}
          </Stack>
          <ProviderButtons
            providers={providers.filter(
              ({ id }) => !methods.identities.some(({ provider }) => provider === id),
            )}
            callbackUrl={HERE}
            verb="Connect"
            look="row"
          />
        </>
      )}
    </QueryCard>
  )
}

function PasswordRow({ methods, emailAddress }: { methods: Identities; emailAddress: string }) {
  const allowed = useQuery(configQuery()).data?.authMode !== 'sso'
  const ask = useOperation(() => sendPasswordLink(emailAddress))
  if (!methods.password && !allowed) return null
  return (
    <ProfileRow
      title="Password"
      aside={
        methods.password
          ? 'Set'
          : ask.status === 'succeeded'
            ? `The link is on its way to ${emailAddress}.`
            : 'Not set. You do not need one.'
      }
      asideRole="status"
      problem={<ErrorNotice error={ask.error} />}
    >
      {!methods.password && ask.status !== 'succeeded' && (
        <Button variant="quiet" busy={ask.status === 'loading'} onClick={() => void ask.run()}>
          Mail me a link to set one
        </Button>
      )}
    </ProfileRow>
  )
}

function IdentityRow({ identity }: { identity: LinkedIdentity }) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const { name, email, linkedAt, provider } = identity
  const drop = useOperation(async (_, key) => {
    await disconnect({ provider }, key)
    await queries.invalidateQueries({ queryKey: queryKeys.identities })
  })
  return (
    <ProfileRow
      title={name}
      aside={`${email === null ? '' : `${email}, `}connected ${shortDate(londonDate(linkedAt))}`}
    >
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
    </ProfileRow>
  )
}
