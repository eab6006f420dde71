import { Guardian } from '../features/account/sign-in/Guardian'

export function GuardianPage() {
  return <Guardian />
}
