import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { profileQuery } from '../../../api/queries'
import { useSession } from '../../../auth/SessionProvider'
import { ROUTES } from '../../../paths'
import { useAuthData } from '../../../state/auth-store'
import { useSignUpDraft } from '../draft'
import { readConsent, readParq } from '../parq'
import { completeScreening, useScreeningAnswers } from '../screening'
import { GROUPS } from '../steps'
import { useAuthored, useItem } from '../use-authored'
import { useGroup } from '../use-group'
import { useKeepScreening, useRenewScreening, useSignUpFacts } from '../use-sign-up'
import { AgeGroup } from './AgeGroup'
import { ConsentGroup } from './ConsentGroup'
import { HealthGroup } from './HealthGroup'
import { SignUpGroup } from './SignUpGroup'

/** /register: age, consent, health screening. */
export function EligibilityFlow() {
  const answers = useScreeningAnswers()
  const facts = useSignUpFacts()
  const keepScreening = useKeepScreening()
  const renew = useRenewScreening()
  const navigate = useNavigate()
  const { status } = useSession()
  const profile = useQuery({ ...profileQuery(), enabled: status === 'authenticated' }).data
  const { group, forward, back } = useGroup(GROUPS.register, [
    answers.ageRange,
    answers.consent && answers.healthConsent,
    answers.parq.every((answer) => answer !== null),
  ])
  const parq = readParq(useItem('parq'))
  const consent = readConsent(useItem('consent-text'))
  const copy = useAuthored({
    headline: 'First, are you ready?',
    intro: 'Your age, your consent, seven health questions. A few minutes, then the fun part.',
  })
  const frame = { page: 'register', group } as const

  const { draft, keep } = useSignUpDraft()
  const temp = useAuthData((state) => state.temp)

  /** Prefills the next form with what a provider said about the person. */
  const takeOver = () => {
    const known = temp ?? profile
    if (known === undefined) return
    keep({
      firstName: draft.firstName || known.firstName,
      lastName: draft.lastName || known.lastName,
      gender: draft.gender || (known.gender ?? ''),
    })
  }

  const finish = async () => {
    if (completeScreening(useScreeningAnswers.getState()) === null) return []
    takeOver()
    const problems = facts?.registered === true ? await renew() : []
    if (problems.length > 0) return problems
    keepScreening()
    await navigate({ to: facts?.registered === true ? ROUTES.signupCompletion : ROUTES.userRegistration })
    return []
  }

  switch (group) {
    case 'age':
      return (
        <SignUpGroup {...frame} headline={copy.headline} lead={copy.intro}>
          <AgeGroup
            stored={{ dateOfBirth: profile?.dateOfBirth ?? '', guardianEmail: profile?.guardianEmail ?? '' }}
            onDone={forward}
          />
        </SignUpGroup>
      )
    case 'consent':
      return (
        <SignUpGroup
          {...frame}
          headline="Two things to agree to."
          lead="One by one. Neither is ticked for you."
        >
          <ConsentGroup key={consent.version ?? ''} content={consent} onBack={back} onDone={forward} />
        </SignUpGroup>
      )
    case 'health':
      return (
        <SignUpGroup {...frame} headline={parq.headline} lead={parq.intro}>
          <HealthGroup content={parq} onBack={back} onDone={finish} />
        </SignUpGroup>
      )
  }
}
