import { paths } from '../../../paths'
import { useAuthData } from '../../../state/auth-store'
import { useOperation } from '../../../state/use-operation'
import { sendPasswordLink } from '../api'
import { LinkByMail } from './LinkByMail'

/** Requests a link that sets a new password. */
export function ForgotPassword() {
  const { run } = useOperation(sendPasswordLink)
  const setStatus = useAuthData((state) => state.setStatus)
  return (
    <LinkByMail
      title="Lost your key?"
      lead="We send you a link that sets a new password."
      minutes={30}
      send={async (emailAddress) => {
        setStatus('forgot', 'loading')
        const outcome = await run(emailAddress)
        setStatus('forgot', outcome.ok ? 'succeeded' : 'failed', outcome.ok ? null : outcome.error)
        return outcome
      }}
      back={() => <a href={paths.login()}>Back to sign in</a>}
    />
  )
}
