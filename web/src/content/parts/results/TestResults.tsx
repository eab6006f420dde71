import { useMemo } from 'react'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { Stack } from '../../../components/layout/Stack'
import { pastEntries } from '../../../features/booking/entry'
import { PastTests } from '../../../features/booking/PastTests'
import { textOf } from '../../../features/content/content-item'
import { paragraphs } from '../../../features/content/text/plain-text'
import { useLoadedRules } from '../../../state/use-loaded-rules'
import { LoadError } from '../../../state/LoadError'
import type { PartProps } from '../../../first-html/part'
import { resultOf } from './past-result'
import styles from './parts.module.css'
import { useEntries } from '../use-entries'

/** The past tests in full, on a page without the ticket. Nothing for visitors. */
export function TestResults({ item }: PartProps) {
  const { signedIn, entries, profile } = useEntries()
  const { rules } = useLoadedRules()
  const past = useMemo(() => (entries ? pastEntries(entries) : []), [entries])
  if (!signedIn) return null
  return (
    <Stack as="section" gap={5} className={styles.section}>
      <h2>{textOf(item.elements, 'headline') || 'Your tests so far'}</h2>
      {!entries && profile.isError ? (
        <LoadError query={profile} title="Your tests did not load" />
      ) : entries && rules ? (
        <PastTests
          entries={past}
          formatScore={rules.formatScore}
          emptyHeadline={textOf(item.elements, 'emptyHeadline')}
          emptyText={paragraphs(textOf(item.elements, 'emptyText')).join(' ')}
          detail={resultOf}
        />
      ) : (
        <Loading label="Loading your tests">
          <Skeleton height="14rem" />
        </Loading>
      )}
    </Stack>
  )
}
