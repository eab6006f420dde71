import { errorSentence } from '../../../api/error-sentence'
import { LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { paths } from '../../../paths'
import { ErrorNotice } from '../../../state/ErrorNotice'

interface RefusedProps {
  error: { errorCode: string; errorMessage: string } | null
  /** The page to come back to once it is settled. */
  here: string
}

/** Why somebody cannot start or join a crew, and where it is settled. */
export function Refused({ error, here }: RefusedProps) {
  if (error?.errorCode === 'GUARDIAN_REQUIRED') return <GuardianFirst />
  if (error?.errorCode !== 'DATE_OF_BIRTH_REQUIRED') return <ErrorNotice error={error} />
  return (
    <Notice
      tone="problem"
      role="alert"
      title="Your date of birth first"
      actions={
        <LinkButton variant="secondary" href={paths.register({ callbackUrl: here })}>
          Answer the first questions
        </LinkButton>
      }
    >
      {errorSentence(error)}
    </Notice>
  )
}

/** For somebody under 18 whose parent or guardian has not confirmed. */
export function GuardianFirst() {
  return (
    <Notice
      role="alert"
      title="Waiting for your parent or guardian"
      actions={
        <LinkButton variant="secondary" href={`${paths.myProfile()}#health`}>
          See our e-mail to them
        </LinkButton>
      }
    >
      You are under 18, so a parent or guardian has to confirm before you can be in a crew. Ask them to look
      for our e-mail. If it is lost or went to the wrong address, send another from My Profile.
    </Notice>
  )
}
