import { Button } from '../../../components/Button'
import { useOperation } from '../../../state/use-operation'
import { sendSignInLink } from '../api'
import { LinkByMail } from './LinkByMail'

interface AskForLinkProps {
  emailAddress: string
  onBack: (emailAddress: string) => void
}

/** Requests a link that signs in. */
export function AskForLink({ emailAddress, onBack }: AskForLinkProps) {
  const { run } = useOperation(sendSignInLink)
  return (
    <LinkByMail
      title="No password needed."
      lead="We send you a link that signs you in."
      label="A link by e-mail"
      initial={emailAddress}
      minutes={15}
      send={run}
      back={(typed) => (
        <Button variant="quiet" onClick={() => onBack(typed)}>
          Back
        </Button>
      )}
    />
  )
}
