import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { reportedCardsQuery } from './api'

/** On the day's page: reported cards that wait for a decision. Renders nothing if there are none. */
export function WaitingCards({ href }: { href: string }) {
  const { data } = useQuery(reportedCardsQuery())
  const count = data?.reports.length ?? 0
  if (count === 0) return null
  return (
    <Notice
      title={count === 1 ? 'A shared card was reported' : `${count} shared cards were reported`}
      actions={
        <LinkButton variant="secondary" href={href}>
          Decide
        </LinkButton>
      }
    >
      {count === 1
        ? 'Somebody says that it should not be public. It stays public until you decide.'
        : 'Somebody says that they should not be public. They stay public until you decide.'}
    </Notice>
  )
}
