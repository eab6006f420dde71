import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { profileQuery } from '../../../api/queries'
import { useSession } from '../../../auth/SessionProvider'
import { ROUTES } from '../../../paths'
import { useSignUpDraft } from '../draft'
import { GROUPS } from '../steps'
import { useAuthored } from '../use-authored'
import { useGroup } from '../use-group'
import { useCreateAccount } from '../use-sign-up'
import { AccountGroup } from './AccountGroup'
import { PersonGroup } from './PersonGroup'
import { SignUpGroup } from './SignUpGroup'

/** /user-registration: the person and the account; the last step creates the account and signs in. */
export function RegistrationFlow() {
  const draft = useSignUpDraft((state) => state.draft)
  const createAccount = useCreateAccount()
  const navigate = useNavigate()
  const named = draft.firstName !== '' && draft.lastName !== '' && draft.gender !== ''
  const { group, forward, back } = useGroup(GROUPS['user-registration'], [named, false])
  const copy = useAuthored({
    headline: 'Name on the shirt.',
    intro: 'Who are you, and how do you sign in? You can change most of this later.',
  })
  const signedIn = useSession().status === 'authenticated'
  const profile = useQuery({ ...profileQuery(), enabled: signedIn }).data
  const toDetails = () => void navigate({ to: ROUTES.accountInformation })
  // With an account there is nothing left of the second group.
  const shown = signedIn ? 'person' : group
  const frame = { page: 'user-registration', group: shown } as const

  if (shown === 'person') {
    return (
      <SignUpGroup {...frame} headline={copy.headline} lead={copy.intro}>
        <PersonGroup
          stored={profile?.dateOfBirth ?? ''}
          onBack={() => void navigate({ to: ROUTES.register, hash: 'health' })}
          onDone={signedIn ? toDetails : forward}
        />
      </SignUpGroup>
    )
  }
  return (
    <SignUpGroup {...frame} headline="Your way in." lead="One e-mail, one password. That is your account.">
      <AccountGroup
        onBack={back}
        onSend={async (account) => {
          const problems = await createAccount(account)
          if (problems.length === 0) await navigate({ to: ROUTES.accountInformation })
          return problems
        }}
      />
    </SignUpGroup>
  )
}
