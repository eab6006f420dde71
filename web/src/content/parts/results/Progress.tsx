import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../../components/Button'
import { EmptyState } from '../../../components/feedback/States'
import { richOf, textOf, type Elements } from '../../../features/content/content-item'
import { RichText } from '../../../features/content/text/RichText'
import { progressQuery } from '../../../features/results/progress/api'
import { Progress as OwnProgress } from '../../../features/results/progress/Progress'
import type { PartProps } from '../../../first-html/part'
import { localised } from '../../../paths'
import { useShowsOwn } from '../../../state/kept-own'
import { Loaded } from '../../../state/Loaded'
import styles from './parts.module.css'
import { useEmptyLink } from './use-empty-link'

/** The visits over time; before the first one, how to get it. Nothing for visitors. */
export function Progress({ item: { elements } }: PartProps) {
  const { signedIn, showsOwn } = useShowsOwn()
  const query = useQuery({ ...progressQuery(null), enabled: signedIn })
  if (!showsOwn) return null
  return (
    <div className={styles.progress}>
      <Loaded result={query} label="Loading your visits" height={['5rem', '40rem', '30rem']}>
        {(progress) =>
          progress.visits.length > 0 ? (
            <OwnProgress title={textOf(elements, 'headline')} progress={progress} />
          ) : (
            <NoVisit elements={elements} />
          )
        }
      </Loaded>
    </div>
  )
}

function NoVisit({ elements }: { elements: Elements }) {
  const link = useEmptyLink(elements)
  return (
    <EmptyState
      title={textOf(elements, 'emptyHeadline')}
      action={link && <LinkButton href={localised(link.url)}>{link.text}</LinkButton>}
    >
      <RichText content={richOf(elements, 'emptyText')} />
    </EmptyState>
  )
}
