import { useQuery } from '@tanstack/react-query'
import { isNewestHeld, resultsQuery } from '../../../api/queries'
import { Stack } from '../../../components/layout/Stack'
import { lazyPart } from '../../../components/lazy-part'
import text from '../../../components/text.module.css'
import { textOf } from '../../../features/content/content-item'
import { progressQuery } from '../../../features/results/progress/api'
import { Progress as OwnProgress } from '../../../features/results/progress/Progress'
import type { PartProps } from '../../../first-html/part'
import { useShowsOwn } from '../../../state/kept-own'
import { LoadError } from '../../../state/LoadError'
import { Loaded } from '../../../state/Loaded'
import styles from './parts.module.css'

const NoVisit = lazyPart(async () => (await import('./NoVisit')).NoVisit)

/**
 * The visits over time; before the first one, how to get it. A held result is not among them, which a sentence says (RULES 8.7).
 * Nothing for visitors.
 */
export function Progress({ item: { elements } }: PartProps) {
  const { signedIn, showsOwn } = useShowsOwn()
  const query = useQuery({ ...progressQuery(null), enabled: signedIn })
  // Beside visits the page does without an answer.
  const results = useQuery({ ...resultsQuery(), enabled: signedIn, select: isNewestHeld })
  const held = results.data
  if (!showsOwn) return null
  return (
    <div className={styles.progress}>
      <Loaded result={query} label="Loading your visits" height={['5rem', '40rem', '30rem']}>
        {(progress) => (
          <Stack gap={5} shrink="all">
            {held && (
              <p className={text.intro}>
                Your newest result is revealed at the event. Until then it is not on this page.
              </p>
            )}
            {progress.visits.length > 0 ? (
              <OwnProgress title={textOf(elements, 'headline')} progress={progress} />
            ) : held === undefined && results.isError ? (
              <LoadError query={results} title="Your results did not load" />
            ) : (
              held === false && <NoVisit elements={elements} />
            )}
          </Stack>
        )}
      </Loaded>
    </div>
  )
}
