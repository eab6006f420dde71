import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { LinkButton } from '../../../components/Button'
import { EmptyState } from '../../../components/feedback/States'
import { richOf, textOf } from '../../../features/content/content-item'
import { RichText } from '../../../features/content/text/RichText'
import { progressQuery } from '../../../features/results/progress/api'
import { Progress as OwnProgress } from '../../../features/results/progress/Progress'
import type { PartProps } from '../../../first-html/part'
import { localised } from '../../../paths'
import { useShowsOwn } from '../../../state/kept-own'
import { Loaded } from '../../../state/Loaded'
import { EmptyLink } from './empty-link'
import styles from './parts.module.css'

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
            <EmptyState
              title={textOf(elements, 'emptyHeadline')}
              action={
                <Suspense fallback={null}>
                  <EmptyLink elements={elements}>
                    {(link) => <LinkButton href={localised(link.url)}>{link.text}</LinkButton>}
                  </EmptyLink>
                </Suspense>
              }
            >
              <RichText content={richOf(elements, 'emptyText')} />
            </EmptyState>
          )
        }
      </Loaded>
    </div>
  )
}
