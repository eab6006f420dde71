import { Button } from '../../../components/Button'
import { useOperation } from '../../../state/use-operation'
import { sendSignInLink } from '../api'
import { LinkByMail } from './LinkByMail'

interface AskForLinkProps {
  emailAddress: string
  /** The page that the link leads to. */
  callbackUrl: string | undefined
  onBack: (emailAddress: string) => void
}

/** The link leads back without what is behind the `#` (RULES 15.7); this tab has it, and follows a sign-in in another one. */
const THIS_TAB =
  'Keep this tab open: once you have signed in with the link in this browser, this tab carries on to the page you wanted. Reading your e-mail on another device? Open that page’s link there too.'

/** Requests a link that signs in. */
export function AskForLink({ emailAddress, callbackUrl, onBack }: AskForLinkProps) {
  const { run } = useOperation(sendSignInLink)
  return (
    <LinkByMail
      title="No password needed."
      lead="We send you a link that signs you in."
      label="A link by e-mail"
      initial={emailAddress}
      minutes={15}
      send={(email) => run({ email, callbackUrl })}
      more={callbackUrl?.includes('#') ? THIS_TAB : undefined}
      back={(typed) => (
        <Button variant="quiet" onClick={() => onBack(typed)}>
          Back
        </Button>
      )}
    />
  )
}
