import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../../../api/error-sentence'
import { Button, LinkButton } from '../../../components/Button'
import { Facts } from '../../../components/layout/Card'
import { Notice } from '../../../components/feedback/Notice'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { paths } from '../../../paths'
import { normaliseFailure } from '../../../api/client/failure'
import { LoadError } from '../../../state/LoadError'
import { useOperation } from '../../../state/use-operation'
import { isCivilDate, longDay } from '../../../academy/civil-date'
import { confirmAsGuardian, fetchGuardianRequest, type GuardianRequest } from '../api'
import { FlowLayout } from '../FlowLayout'
import css from '../form/form.module.css'
import { elementText } from '../parq'
import { useItem } from '../use-authored'
import { useMailedToken } from '../use-mailed-token'

const AGREEMENT = 'I am the parent or guardian and I agree that this athlete may take part.'

/** The page of a guardian's mailed link. Opening it confirms nothing: it takes a press. */
export function Guardian() {
  const token = useMailedToken()
  const { status, error, run } = useOperation(confirmAsGuardian)
  const request = useQuery({
    queryKey: ['guardian-request', token],
    queryFn: ({ signal }) => fetchGuardianRequest(token ?? '', signal),
    enabled: token !== null,
    retry: false,
  })
  if (status === 'succeeded')
    return (
      <FlowLayout
        title="Thank you."
        lead={`That’s all we need from you. We’ve told ${request.data?.athlete ?? 'your athlete'}.`}
        share={1}
      >
        <WhoWeAre />
      </FlowLayout>
    )
  if (token === null)
    return (
      <FlowLayout title="This link isn’t complete." lead="Open it straight from the e-mail." share={0.5}>
        <WhoWeAre />
      </FlowLayout>
    )
  if ([error, request.error].some((failure) => normaliseFailure(failure).errorCode === 'TOKEN_INVALID'))
    return (
      <FlowLayout
        title="This link no longer works."
        lead="It has been used already or has run out, or we’ve sent a newer one. If you’ve agreed before, you’re all set."
        share={0.5}
      >
        <WhoWeAre />
      </FlowLayout>
    )
  return (
    <FlowLayout
      title="They need your yes."
      lead="Somebody under 18 named you as their parent or guardian. They can book a test once you agree."
      share={0.5}
    >
      {request.data ? (
        <>
          <Facts facts={factsOf(request.data)} />
          <Agreement />
          {error && (
            <Notice tone="problem" role="alert">
              {errorSentence(error)}
            </Notice>
          )}
          <div className={css.actions}>
            <Button size="large" busy={status === 'loading'} onClick={() => void run(token)}>
              I agree
            </Button>
          </div>
          <p className={css.aside}>
            Don&rsquo;t agree? Just close this page: nobody under 18 is tested without a guardian&rsquo;s yes.
          </p>
        </>
      ) : request.isError ? (
        <LoadError query={request} title="We couldn’t look up your athlete" />
      ) : (
        <Loading label="Loading who has asked you">
          <Skeleton height="36rem" />
        </Loading>
      )}
    </FlowLayout>
  )
}

/** What a guardian agrees to. */
function Agreement() {
  const agreement = elementText(useItem('consent-text'), 'guardianLabel') ?? AGREEMENT
  return (
    <>
      <div className={css.aside}>
        <p>
          It&rsquo;s six hard efforts in about 90 minutes: reactions, a maximal pull, jumps, sprints, changes
          of direction and a shuttle run. Trained staff are there throughout and stop a test if anything looks
          wrong.
        </p>
        {/* Its links open in another tab: Back would lead here without the token of the mailed link. */}
        <p>
          As with any hard exercise there&rsquo;s a risk of strains, falls and feeling faint. Tell us first
          about a heart or breathing condition, or an injury. Read{' '}
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
    </>
  )
}

const WhoWeAre = () => (
  <div className={css.actions}>
    <LinkButton href={paths.home()} variant="secondary" size="large">
      What is Sixfold?
    </LinkButton>
  </div>
)

function factsOf({ athlete, place, date, time }: GuardianRequest) {
  const day =
    date !== null && isCivilDate(date) ? `${longDay(date)}${time === null ? '' : `, ${time}`}` : null
  return [
    { term: 'Athlete', value: athlete },
    { term: 'When', value: day ?? 'They pick a day once you’ve agreed' },
    ...(place === '' ? [] : [{ term: 'Where', value: place }]),
  ]
}
