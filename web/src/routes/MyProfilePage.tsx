import { RequireSession } from '../auth/RequireSession'
import { MyProfile } from '../features/account/profile/MyProfile'

export function MyProfilePage() {
  return <RequireSession title="My Profile">{() => <MyProfile />}</RequireSession>
}
