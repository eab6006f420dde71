import { DetailsFlow } from '../features/account/sign-up/DetailsFlow'
import { SignUpGuard } from '../features/account/sign-up/SignUpGuard'

export function AccountInformationPage() {
  return (
    <SignUpGuard page="account-information" title="Account information">
      <DetailsFlow />
    </SignUpGuard>
  )
}
