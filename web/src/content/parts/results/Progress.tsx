import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '../../../components/lazy-part'
import { textOf } from '../../../features/content/content-item'
import { progressQuery } from '../../../features/results/progress/api'
import { Progress as OwnProgress } from '../../../features/results/progress/Progress'
import type { PartProps } from '../../../first-html/part'
import { useShowsOwn } from '../../../state/kept-own'
import { Loaded } from '../../../state/Loaded'
import styles from './parts.module.css'

const NoVisit = lazyPart(async () => (await import('./NoVisit')).NoVisit)

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
