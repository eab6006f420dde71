import { RegistrationFlow } from '../features/account/sign-up/RegistrationFlow'
import { SignUpGuard } from '../features/account/sign-up/SignUpGuard'

export function UserRegistrationPage() {
  return (
    <SignUpGuard page="user-registration" title="Create your account">
      <RegistrationFlow />
    </SignUpGuard>
  )
}
