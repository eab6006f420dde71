import { ForgotPassword } from '../features/account/sign-in/ForgotPassword'

export function ForgotPasswordPage() {
  return <ForgotPassword />
}
