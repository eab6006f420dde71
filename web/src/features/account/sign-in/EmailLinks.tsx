import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '../../../api/error-sentence'
import { configQuery, queryKeys } from '../../../api/queries'
import { Button, LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { paths } from '../../../paths'
import { useOperation, type Operation } from '../../../state/use-operation'
import { confirmEmailByLink, undoEmailChange } from '../api'
import { FlowLayout } from '../FlowLayout'
import css from '../form/form.module.css'
import { useMailedToken } from '../use-mailed-token'

interface LinkPageProps {
  title: string
  lead: string
  share: number
  operation: Operation<string, unknown>
  /** What the button says. */
  press: string
  /** What is said of a link that was used or has expired. */
  spent: ReactNode
  /** Where to go where there is nothing to press. */
  leave: ReactNode
}

/** The page of a mailed link. It takes a press, so that mail programs that open links in advance do nothing. */
function LinkPage({ title, lead, share, operation, press, spent: words, leave }: LinkPageProps) {
  const token = useMailedToken()
  const { status, error, run } = operation
  const spent = error?.errorCode === 'TOKEN_INVALID'
  return (
    <FlowLayout
      title={spent ? 'Too late for this one.' : title}
      lead={spent ? undefined : lead}
      share={share}
    >
      {token === null && (
        <Notice tone="problem" title="This link isn’t complete">
          Open it straight from the e-mail.
        </Notice>
      )}
      {error !== null && (
        <Notice tone="problem" role="alert" title={spent ? 'This link has expired' : undefined}>
          {spent ? words : errorSentence(error)}
        </Notice>
      )}
      <div className={css.actions}>
        {token !== null && !spent ? (
          <Button size="large" busy={status === 'loading'} onClick={() => void run(token)}>
            {press}
          </Button>
        ) : (
          leave
        )}
      </div>
    </FlowLayout>
  )
}

/** The page of the link in a confirmation mail. */
export function ConfirmEmail() {
  const queries = useQueryClient()
  const operation = useOperation(confirmEmailByLink, {
    onSuccess: () => void queries.invalidateQueries({ queryKey: queryKeys.mine }),
  })
  const { status, data } = operation
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
    <LinkPage
      title="Is this you?"
      lead="Press the button and your e-mail address is confirmed."
      share={0.75}
      operation={operation}
      press="Confirm my address"
      spent="A link lasts 30 minutes and works once. If an earlier try got no answer, it most likely worked. Otherwise sign in and send yourself a new one."
      leave={
        <LinkButton href={paths.myProfile()} size="large">
          Go to My Profile
        </LinkButton>
      }
    />
  )
}

/** The page of the link in the letter to a former address. */
export function UndoEmailChange() {
  const operation = useOperation(undoEmailChange)
  const config = useQuery(configQuery()).data
  const academy = config?.event.eventLocationContactEmail
  // Where nobody signs in with a password, none can be set.
  const withPassword = config?.authMode !== 'sso'
  if (operation.status === 'succeeded')
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
    <LinkPage
      title="Wasn’t you?"
      lead={`Somebody changed the e-mail address of your account. Take it back, and we sign everyone out${withPassword ? ' and send you a link for a new password' : ''}.`}
      share={0.25}
      operation={operation}
      press="Take my address back"
      spent={
        <>
          A change can be undone once, within seven days. If an earlier try got no answer, it most likely
          worked. Otherwise write to {academy ? <a href={`mailto:${academy}`}>{academy}</a> : 'us'} and we’ll
          sort it out.
        </>
      }
      leave={
        <LinkButton href={paths.home()} variant="secondary" size="large">
          Back to the homepage
        </LinkButton>
      }
    />
  )
}
