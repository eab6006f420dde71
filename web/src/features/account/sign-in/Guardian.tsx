import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../../../api/error-sentence'
import { Button, LinkButton } from '../../../components/Button'
import { Facts } from '../../../components/layout/Card'
import { Notice } from '../../../components/feedback/Notice'
import { paths } from '../../../paths'
import { normaliseFailure } from '../../../api/client/failure'
import { useOperation } from '../../../state/use-operation'
import { isCivilDate, longDay } from '../../../academy/civil-date'
import { confirmAsGuardian, fetchGuardianRequest, type GuardianRequest } from '../api'
import { FlowLayout } from '../FlowLayout'
import css from '../form/form.module.css'
import { elementText } from '../parq'
import { useItem } from '../use-copy'
import { useMailedToken } from '../use-mailed-token'

const AGREEMENT = 'I am the parent or guardian and I agree that this athlete may take part.'

/** A link works once, and only we can send another. */
const SPENT = 'This link has been used already or has run out. If you’ve agreed before, you’re all set.'

/** The page of a guardian's mailed link. Opening it confirms nothing: it takes a press. */
export function Guardian() {
  const token = useMailedToken()
  const agreement = elementText(useItem('consent-text'), 'guardianLabel') ?? AGREEMENT
  const { status, error, run } = useOperation(confirmAsGuardian)
  const request = useQuery({
    queryKey: ['guardian-request', token],
    queryFn: ({ signal }) => fetchGuardianRequest(token ?? '', signal),
    enabled: token !== null,
    retry: false,
  })
  const athlete = request.data?.athlete ?? 'your athlete'
  const done = status === 'succeeded'
  const spent =
    !done && [error, request.error].some((failure) => normaliseFailure(failure).errorCode === 'TOKEN_INVALID')
  return (
    <FlowLayout
      title={done ? 'Thank you.' : 'They need your yes.'}
      lead={
        done
          ? `That’s all we need: ${athlete} can book a test now.`
          : 'Somebody under 18 named you as their parent or guardian. They can book a test once you agree.'
      }
      share={done ? 1 : 0.5}
    >
      {token === null && (
        <Notice tone="problem" title="This link isn’t complete">
          Open it straight from the e-mail.
        </Notice>
      )}
      {(spent || error !== null) && (
        <Notice tone="problem" role="alert">
          {spent ? SPENT : errorSentence(error)}
        </Notice>
      )}
      {token !== null && !done && !spent && (
        <>
          {request.data && <Facts facts={factsOf(request.data)} />}
          <div className={css.aside}>
            <p>
              It&rsquo;s six hard efforts in about 90 minutes: reactions, a maximal pull, jumps, sprints,
              changes of direction and a shuttle run. Trained staff are there throughout and stop a test if
              anything looks wrong.
            </p>
            {/* Its links open in another tab: Back would lead here without the token of the mailed link. */}
            <p>
              As with any hard exercise there&rsquo;s a risk of strains, falls and feeling faint. Tell us
              first about a heart or breathing condition, or an injury. Read{' '}
              <a href={paths.about()} target="_blank" rel="noreferrer">
                about the tests
              </a>{' '}
              and the{' '}
              <a href={paths.terms()} target="_blank" rel="noreferrer">
                terms
              </a>
              .
            </p>
          </div>
          <p className={css.fact}>{agreement}</p>
          <div className={css.actions}>
            <Button size="large" busy={status === 'loading'} onClick={() => void run(token)}>
              I agree
            </Button>
          </div>
        </>
      )}
      {(done || spent || token === null) && (
        <div className={css.actions}>
          <LinkButton href={paths.home()} variant="secondary" size="large">
            What is Sixfold?
          </LinkButton>
        </div>
      )}
    </FlowLayout>
  )
}

function factsOf({ athlete, place, date, time }: GuardianRequest) {
  const day =
    date !== null && isCivilDate(date) ? `${longDay(date)}${time === null ? '' : `, ${time}`}` : null
  return [
    { term: 'Athlete', value: athlete },
    { term: 'When', value: day ?? 'They pick a day once you’ve agreed' },
    ...(place === '' ? [] : [{ term: 'Where', value: place }]),
  ]
}
