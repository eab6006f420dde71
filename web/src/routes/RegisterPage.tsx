import { EligibilityFlow } from '../features/account/sign-up/EligibilityFlow'
import { SignUpGuard } from '../features/account/sign-up/SignUpGuard'

export function RegisterPage() {
  return (
    <SignUpGuard page="register" title="Sign up">
      <EligibilityFlow />
    </SignUpGuard>
  )
}
