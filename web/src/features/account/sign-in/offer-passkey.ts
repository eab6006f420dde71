import { paths } from '../../../paths'
import { useAlert } from '../../../state/alert-store'
import { deviceStorage } from '../../../state/storage/browser-storage'
import { fetchPasskeys } from '../api'

/** Outlives the session: each device is asked once, whoever uses it. */
const OFFERED = 'sixfold-passkey-offered'

/**
 * Offers a passkey after a sign-in with a password, once, on a device that could verify its user, to somebody who has none. What
 * does not work here, does not show.
 */
export async function offerPasskey(): Promise<void> {
  if (deviceStorage.get(OFFERED) !== null) return
  try {
    if (!(await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) return
    if ((await fetchPasskeys()).passkeys.length > 0) return
  } catch {
    return
  }
  deviceStorage.set(OFFERED, 'yes')
  useAlert.getState().show({
    tone: 'info',
    message: 'Next time without a password? This device can keep a passkey for you.',
    action: { href: paths.myProfile('signing-in'), label: 'Add a passkey' },
  })
}
