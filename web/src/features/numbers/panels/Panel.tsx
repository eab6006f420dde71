import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card } from '../../../components/layout/Card'
import { Icon } from '../../../components/graphics/Icon'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../components/feedback/States'
import { Stack } from '../../../components/layout/Stack'
import { VisuallyHidden } from '../../../components/layout/VisuallyHidden'
import { LoadError } from '../../../state/LoadError'
import type { Range } from '../range'
import { fileAddress, numbersQuery, type Numbers, type NumbersKind } from '../api'
import { keptWords } from '../words'
import text from '../../../components/text.module.css'
import { classNames } from '../../../components/class-names'
import touch from '../../../components/touch.module.css'
import styles from './NumbersPanel.module.css'

/** What a panel shows of its numbers. */
export interface Drawn {
  /** The numbers in a sentence. */
  said: ReactNode
  /** Above the chart: a choice of what it shows. */
  choice?: ReactNode
  picture: ReactNode
  table: ReactNode
}

export interface PanelProps<W extends NumbersKind> {
  what: W
  title: string
  range: Range
  /** Null if there is nothing to draw. */
  draw: (numbers: Numbers<W>) => Drawn | null
  /** What to say then. */
  nothing: string
}

/**
 * One kind of figures: a sentence, a chart, a table beside it, and a file to download. If those of the first days are deleted,
 * it says so above the chart; without a chart, in place of `nothing`.
 */
export function Panel<W extends NumbersKind>({ what, title, range, draw, nothing }: PanelProps<W>) {
  const query = useQuery(numbersQuery(what, range))
  const { data, isPlaceholderData, fetchStatus } = query
  const drawn = data && draw(data)
  const lacking =
    data?.keptFrom === undefined || data.from >= data.keptFrom ? undefined : keptWords(data.keptFrom)
  return (
    <Card
      as="section"
      title={title}
      aside={
        <a className={classNames(styles.file, touch.line)} href={fileAddress(what, range)} download="">
          <Icon name="download" small />
          CSV<VisuallyHidden> of {title.toLowerCase()}</VisuallyHidden>
        </a>
      }
    >
      {query.isError ? (
        <LoadError query={query} />
      ) : !data && fetchStatus === 'paused' ? (
        <ErrorState title="No connection" message="These numbers appear once there is a network again." />
      ) : !data ? (
        <Loading label={`Counting: ${title}`}>
          <Skeleton height="1.5em" width="60%" />
          <Skeleton height="18rem" />
        </Loading>
      ) : drawn ? (
        <Stack gap={4} shrink className={styles.drawn} aria-busy={isPlaceholderData || undefined}>
          <p className={classNames(styles.said, text.intro)}>{drawn.said}</p>
          {lacking && <p className={text.note}>{lacking}</p>}
          <Stack gap={5} shrink="children" className={styles.both}>
            <Stack gap={3} top>
              {drawn.choice}
              {drawn.picture}
            </Stack>
            {drawn.table}
          </Stack>
        </Stack>
      ) : (
        <EmptyState title="Nothing to count">{lacking ?? nothing}</EmptyState>
      )}
    </Card>
  )
}
