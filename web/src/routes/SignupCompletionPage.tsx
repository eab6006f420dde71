import { Completion } from '../features/account/sign-up/Completion'
import { SignUpGuard } from '../features/account/sign-up/SignUpGuard'

export function SignupCompletionPage() {
  return (
    <SignUpGuard page="signup-completion" title="You are in">
      <Completion />
    </SignUpGuard>
  )
}
