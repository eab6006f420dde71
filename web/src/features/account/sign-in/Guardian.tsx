import { errorSentence } from '../../../api/errors'
import { Button, LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/Notice'
import { paths } from '../../../paths'
import { useOperation } from '../../../state/use-operation'
import { confirmAsGuardian } from '../calls'
import { FlowLayout } from '../FlowLayout'
import css from '../form.module.css'
import { elementText } from '../parq'
import { useItem } from '../use-copy'
import { useMailedToken } from '../use-mailed-token'

const AGREEMENT = 'I am the parent or guardian and I agree that this athlete may take part.'

/** A link serves once, and nobody but us can send another. */
const SPENT =
  'This link has been used already or has run out. If you have agreed before, all is well and there is nothing more to do.'

/** The page a guardian's mailed link leads to. Nothing is confirmed by opening it: it takes a press. */
export function Guardian() {
  const token = useMailedToken()
  const agreement = elementText(useItem('consent-text'), 'guardianLabel') ?? AGREEMENT
  const { status, error, run } = useOperation(confirmAsGuardian)
  const done = status === 'succeeded'
  const spent = error?.errorCode === 'TOKEN_INVALID'
  return (
    <FlowLayout
      title={done ? 'Thank you.' : 'Your yes counts.'}
      lead={
        done
          ? 'That is all we need. Your athlete can book a test now.'
          : 'An athlete under 18 gave us your address. They can book once you agree.'
      }
      share={done ? 1 : 0.5}
    >
      {token === null && (
        <Notice tone="problem" title="This link is not whole">
          Open it straight from the e-mail.
        </Notice>
      )}
      {error !== null && (
        <Notice tone="problem" role="alert">
          {spent ? SPENT : errorSentence(error)}
        </Notice>
      )}
      {token !== null && !done && !spent && (
        <>
          <p className={css.fact}>{agreement}</p>
          <p className={css.aside}>
            What they sign up for: six physical tests at the academy. Read the{' '}
            <a href={paths.terms()}>terms</a> and <a href={paths.about()}>about the test</a> first.
          </p>
          <div className={css.actions}>
            <Button size="large" busy={status === 'loading'} onClick={() => void run(token)}>
              I agree
            </Button>
          </div>
        </>
      )}
      {(done || spent || token === null) && (
        <div className={css.actions}>
          <LinkButton href={paths.home()} variant="secondary">
            See what Sixfold is
          </LinkButton>
        </div>
      )}
    </FlowLayout>
  )
}
