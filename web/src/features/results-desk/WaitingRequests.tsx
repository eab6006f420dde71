import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../components/Button'
import { Notice } from '../../components/feedback/Notice'
import { requestsQuery } from './api'

/** On the day's page: a desk's results that wait for a decision. Renders nothing if there are none. */
export function WaitingRequests({ href }: { href: string }) {
  const { data } = useQuery(requestsQuery())
  // A desk can hand over one athlete more than once.
  const count = new Set(data?.requests.map(({ uaid }) => uaid)).size
  if (count === 0) return null
  return (
    <Notice
      title={count === 1 ? 'A desk handed over results' : `Desks handed over results of ${count} athletes`}
      actions={
        <LinkButton variant="secondary" href={href}>
          Decide
        </LinkButton>
      }
    >
      A tablet recorded something else than the server has. Both values are there to compare.
    </Notice>
  )
}
