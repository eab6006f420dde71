import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { londonToday } from '../../../academy/london'
import { profileQuery } from '../../../api/queries'
import { useSession } from '../../../auth/SessionProvider'
import { ROUTES } from '../../../paths'
import { notesCleared, useSignUpDraft } from '../draft'
import { isUnderAge } from '../form/birth-date'
import { GROUPS } from '../steps'
import { useAuthored } from '../use-authored'
import { useGroup } from '../use-group'
import { useSaveDetails } from '../use-sign-up'
import { ContactGroup, EmergencyGroup, SOCIAL, SocialGroup, SportGroup } from './DetailGroups'
import { SignUpGroup } from './SignUpGroup'

/** /account-information: the details; the last step saves the profile. */
export function DetailsFlow() {
  const { draft, keep, clear } = useSignUpDraft()
  const signedIn = useSession().status === 'authenticated'
  const stored = useQuery({ ...profileQuery(), enabled: signedIn }).data?.dateOfBirth ?? ''
  const saveDetails = useSaveDetails()
  const navigate = useNavigate()
  // Decided when the page opens, and until Next: typing the notes again must not lead on with the first letter.
  const [cleared, setCleared] = useState(() => notesCleared(draft))
  const { group, forward, back } = useGroup(GROUPS['account-information'], [true, true, !cleared, false])
  const copy = useAuthored({
    headline: 'Tell us how you train.',
    intro: 'Your sport, your level, the corner you want to push.',
  })
  const frame = { page: 'account-information', group } as const
  const next = () => {
    forward()
    return []
  }
  const afterEmergency = () => {
    // Somebody who leaves them empty is not asked a second time.
    if (notesCleared(useSignUpDraft.getState().draft)) keep({ notesTyped: false })
    setCleared(false)
    return next()
  }
  const finish = async () => {
    const problems = await saveDetails(SOCIAL)
    if (problems.length > 0) return problems
    await navigate({ to: ROUTES.signupCompletion })
    clear()
    // The last page still names the guardian whose confirmation is pending, and leads back to where it began.
    keep({ guardianEmail: draft.guardianEmail, returnTo: draft.returnTo })
    return []
  }

  switch (group) {
    case 'sport':
      return (
        <SignUpGroup {...frame} headline={copy.headline} lead={copy.intro}>
          <SportGroup minor={isUnderAge(draft.dateOfBirth || stored, londonToday())} onDone={next} />
        </SignUpGroup>
      )
    case 'contact':
      return (
        <SignUpGroup
          {...frame}
          headline="How do we reach you?"
          lead="For your tickets, and a T-shirt that fits."
        >
          <ContactGroup onBack={back} onDone={next} />
        </SignUpGroup>
      )
    case 'emergency':
      return (
        <SignUpGroup
          {...frame}
          headline="In your corner."
          lead="Somebody to call, and what we should know. Encrypted, and read by the test team only."
        >
          <EmergencyGroup cleared={cleared} onBack={back} onDone={afterEmergency} />
        </SignUpGroup>
      )
    case 'social':
      return (
        <SignUpGroup {...frame} headline="Last one." lead="Your handles, and what we may send you.">
          <SocialGroup onBack={back} onDone={finish} />
        </SignUpGroup>
      )
  }
}
