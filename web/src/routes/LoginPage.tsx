import { LoginForm } from '../features/account/sign-in/LoginForm'

export function LoginPage() {
  return <LoginForm />
}
