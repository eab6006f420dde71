import { useQuery, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '../../../api/error-sentence'
import { configQuery, queryKeys } from '../../../api/queries'
import { Button, LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { confirmEmailByLink, undoEmailChange } from '../api'
import { FlowLayout } from '../FlowLayout'
import css from '../form/form.module.css'
import { useMailedToken } from '../use-mailed-token'

/** The title for a link that was used or has expired. */
const TOO_LATE = 'Too late for this one.'

const Broken = () => (
  <Notice tone="problem" title="This link isn’t complete">
    Open it straight from the e-mail.
  </Notice>
)

/**
 * The page of the link in a confirmation mail. It takes a press, so that mail programs that open links in advance
 * confirm nothing.
 */
export function ConfirmEmail() {
  const token = useMailedToken()
  const queries = useQueryClient()
  const { status, data, error, run } = useOperation(confirmEmailByLink, {
    onSuccess: () => void queries.invalidateQueries({ queryKey: queryKeys.mine }),
  })
  const spent = error?.errorCode === 'TOKEN_INVALID'
  if (status === 'succeeded')
    return (
      <FlowLayout
        title="That’s you confirmed."
        lead={`Your tickets, reminders and scores go to ${data?.emailAddress ?? 'this address'}.`}
        share={1}
      >
        <div className={css.actions}>
          <LinkButton href={paths.myAccount()} size="large">
            Go to your athlete page
          </LinkButton>
        </div>
      </FlowLayout>
    )
  return (
    <FlowLayout
      title={spent ? TOO_LATE : 'Is this you?'}
      lead={spent ? undefined : 'Press the button and your e-mail address is confirmed.'}
      share={0.75}
    >
      {token === null && <Broken />}
      {error !== null && (
        <Notice tone="problem" role="alert" title={spent ? 'This link has expired' : undefined}>
          {spent
            ? 'A link lasts 30 minutes and works once. If an earlier try got no answer, it most likely worked. Otherwise sign in and send yourself a new one.'
            : errorSentence(error)}
        </Notice>
      )}
      <div className={css.actions}>
        {token !== null && !spent ? (
          <Button size="large" busy={status === 'loading'} onClick={() => void run(token)}>
            Confirm my address
          </Button>
        ) : (
          <LinkButton href={paths.myProfile()} size="large">
            Go to My Profile
          </LinkButton>
        )}
      </div>
    </FlowLayout>
  )
}

/** The page of the link in the letter to a former address. */
export function UndoEmailChange() {
  const token = useMailedToken()
  const { status, error, run } = useOperation(undoEmailChange)
  const config = useQuery(configQuery()).data
  const academy = config?.event.eventLocationContactEmail
  // Where nobody signs in with a password, none can be set.
  const withPassword = config?.authMode !== 'sso'
  const spent = error?.errorCode === 'TOKEN_INVALID'
  if (status === 'succeeded')
    return (
      <FlowLayout
        title="It’s yours again."
        lead={`Your account has its old address back and everyone is signed out.${withPassword ? ' We’ve sent you a link to set a new password.' : ''}`}
        share={1}
      >
        <div className={css.actions}>
          <LinkButton href={paths.login()} size="large">
            Sign in
          </LinkButton>
        </div>
      </FlowLayout>
    )
  return (
    <FlowLayout
      title={spent ? TOO_LATE : 'Wasn’t you?'}
      lead={
        spent
          ? undefined
          : `Somebody changed the e-mail address of your account. Take it back, and we sign everyone out${withPassword ? ' and send you a link for a new password' : ''}.`
      }
      share={0.25}
    >
      {token === null && <Broken />}
      {error !== null && (
        <Notice tone="problem" role="alert" title={spent ? 'This link has expired' : undefined}>
          {spent ? (
            <>
              A change can be undone once, within seven days. If an earlier try got no answer, it most likely
              worked. Otherwise write to {academy ? <a href={`mailto:${academy}`}>{academy}</a> : 'us'} and
              we’ll sort it out.
            </>
          ) : (
            errorSentence(error)
          )}
        </Notice>
      )}
      <div className={css.actions}>
        {token !== null && !spent ? (
          <Button size="large" busy={status === 'loading'} onClick={() => void run(token)}>
            Take my address back
          </Button>
        ) : (
          <LinkButton href={paths.home()} variant="secondary" size="large">
            Back to the homepage
          </LinkButton>
        )}
      </div>
    </FlowLayout>
  )
}
