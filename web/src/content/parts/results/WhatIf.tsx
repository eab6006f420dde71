import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { shortDate } from '../../../academy/civil-date'
import { points } from '../../../academy/numbers'
import { configQuery, isNewestHeld } from '../../../api/queries'
import type { EventConfig } from '../../../api/types'
import { Notice } from '../../../components/feedback/Notice'
import { Loading, Skeleton } from '../../../components/feedback/States'
import { Stack } from '../../../components/layout/Stack'
import { lazyPart } from '../../../components/lazy-part'
import text from '../../../components/text.module.css'
import { itemsOf, richOf, textOf, type Elements } from '../../../features/content/content-item'
import { ContentLinkText } from '../../../features/content/text/ContentLink'
import { RichText } from '../../../features/content/text/RichText'
import { useLoadedRules } from '../../../state/use-loaded-rules'
import { seasonQuery } from '../../../features/what-if/api'
import { bestFinal, lastVisit, type Visit } from '../../../features/what-if/start'
import { WhatIfSliders } from '../../../features/what-if/WhatIfSliders'
import type { PartProps } from '../../../first-html/part'
import { LoadError } from '../../../state/LoadError'
import styles from './parts.module.css'
import { useOwnResults } from './use-own-results'

// Most have a visit, and then nothing on the page needs their bookings.
const BookedLink = lazyPart(async () => (await import('./BookedLink')).BookedLink)

const protocolsOf = ({ protocols }: EventConfig) => protocols

/** What the last visit would have come to with other marks (RULES 7.12 to 7.14). Nothing for visitors. */
export function WhatIf({ item: { elements } }: PartProps) {
  const { signedIn, own, query } = useOwnResults()
  const { rules, failed } = useLoadedRules()
  const { data: protocols } = useQuery({ ...configQuery(), select: protocolsOf })
  const season = useQuery({ ...seasonQuery(), enabled: signedIn })
  const trains = useMemo(() => trainsOf(elements), [elements])
  const version = protocols?.version ?? 1
  const visit = useMemo(() => (own ? lastVisit(own.results, version) : null), [own, version])
  if (!signedIn) return null
  const broken = [query, season].find(({ isError, data }) => isError && !data)
  if (broken) return <LoadError query={broken} title="The sliders did not load" />
  if (failed)
    return (
      <Notice tone="problem" role="alert" title="The sliders did not load">
        Reload the page to try again.
      </Notice>
    )
  if (!own || !rules || !protocols || !season.data)
    return (
      <Loading label="Loading the sliders">
        <Skeleton height="44rem" />
      </Loading>
    )
  const { finals, own: row } = season.data
  return (
    <Stack as="section" gap={5} className={styles.wide} aria-label="Sliders">
      <RichText content={richOf(elements, 'text')} className={text.intro} />
      <Start visit={visit} held={isNewestHeld(own)} elements={elements} season={finals.season} />
      <WhatIfSliders
        rules={rules}
        protocols={protocols}
        season={{ number: finals.season, finals, own: row }}
        visit={visit}
        best={bestFinal(own.results)}
        trains={trains}
        waysHead={
          <Stack gap={3}>
            <h2>{textOf(elements, 'waysHeadline') || 'The cheapest way'}</h2>
            <RichText content={richOf(elements, 'waysText')} className={text.intro} />
          </Stack>
        }
      />
    </Stack>
  )
}

/** What each corner trains, by its test. */
function trainsOf(elements: Elements): Record<string, ReactNode> {
  const rows = itemsOf(elements, 'tests').map(({ elements: test }) => [
    textOf(test, 'testType'),
    <RichText content={richOf(test, 'trains')} className={text.note} />,
  ])
  return Object.fromEntries(rows) as Record<string, ReactNode>
}

interface StartProps {
  visit: Visit | null
  held: boolean
  elements: Elements
  season: number
}

/** From where the sliders start, in a sentence. */
function Start({ visit, held, elements, season }: StartProps) {
  return (
    <Stack gap={3} start>
      {held && (
        <p className={text.intro}>
          Your newest result is revealed at the event. Until then the sliders leave it out.
        </p>
      )}
      {visit ? (
        <>
          <h2>{textOf(elements, 'headline') || 'From your last visit'}</h2>
          <p className={text.intro}>
            {shortDate(visit.date)}, with a final of {points(visit.final)}.{' '}
            {visit.season !== season && `Places are those of Season ${season}. `}
            {!visit.scoredAlike && 'The scoring has changed since: these are today’s points.'}
          </p>
        </>
      ) : (
        <>
          <h2>{textOf(elements, 'emptyHeadline') || 'No visit to start from'}</h2>
          <RichText content={richOf(elements, 'emptyText')} className={text.intro} />
          <BookedLink elements={elements}>{(link) => <ContentLinkText link={link} />}</BookedLink>
        </>
      )}
    </Stack>
  )
}
