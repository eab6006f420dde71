import { LinkButton } from '../../../components/Button'
import { EmptyState } from '../../../components/feedback/States'
import { richOf, textOf, type Elements } from '../../../features/content/content-item'
import { RichText } from '../../../features/content/text/RichText'
import { localised } from '../../../paths'
import { BookedLink } from './BookedLink'

/** My progress before the first visit. */
export function NoVisit({ elements }: { elements: Elements }) {
  return (
    <EmptyState
      title={textOf(elements, 'emptyHeadline')}
      action={
        <BookedLink elements={elements}>
          {(link) => <LinkButton href={localised(link.url)}>{link.text}</LinkButton>}
        </BookedLink>
      }
    >
      <RichText content={richOf(elements, 'emptyText')} />
    </EmptyState>
  )
}
