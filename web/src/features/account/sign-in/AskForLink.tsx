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
      back={(typed) => (
        <Button variant="quiet" onClick={() => onBack(typed)}>
          Back
        </Button>
      )}
    />
  )
}
