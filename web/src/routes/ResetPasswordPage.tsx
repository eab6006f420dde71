import { ResetPassword } from '../features/account/sign-in/ResetPassword'

export function ResetPasswordPage() {
  return <ResetPassword />
}
