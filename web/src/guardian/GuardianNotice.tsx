import { Notice } from '../components/feedback/Notice'
import { LetterActions, LetterState } from './GuardianLetter'
import { useGuardianLetter } from './use-guardian-letter'

/** For an athlete under 18 whose parent or guardian has not confirmed: the letter to them, and sending it again. */
export function GuardianNotice() {
  const letter = useGuardianLetter()
  return (
    <Notice
      tone="problem"
      title="Waiting for your parent or guardian"
      actions={<LetterActions letter={letter} />}
    >
      <p>You are under 18, so they have to agree before you book. The link is in our e-mail to them.</p>
      <LetterState letter={letter} />
    </Notice>
  )
}
