import { useQuery } from '@tanstack/react-query'
import { serverNow } from '../../api/clock'
import { errorSentence } from '../../api/errors'
import { configQuery } from '../../api/queries'
import { LinkButton } from '../../components/Button'
import { useSiteTitle } from '../../components/site-title'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../components/States'
import { openBooking } from '../../features/booking/entry'
import { richOf, textOf } from '../../features/content/content-item'
import { paragraphs } from '../../features/content/plain-text'
import { RichText } from '../../features/content/RichText'
import { cardData } from '../../features/media/card-data'
import { MediaCenter as Cards } from '../../features/media/MediaCenter'
import { paths } from '../../paths'
import { useRules } from '../../rules'
import type { PartProps } from '../part'
import styles from './MediaCenterPart.module.css'
import { useEntries } from './use-entries'

/** The athlete's story cards; before the first result, the way to one. Nothing for visitors. */
export function MediaCenter({ item: { elements } }: PartProps) {
  const rules = useRules()
  const site = useSiteTitle()
  const { signedIn, entries, profile } = useEntries()
  const config = useQuery(configQuery())
  if (!signedIn) return null
  if (profile.isError && !profile.data)
    return (
      <div className={styles.part}>
        <ErrorState
          message={errorSentence(profile.error)}
          onRetry={() => void profile.refetch()}
          retrying={profile.isFetching}
        />
      </div>
    )
  if (!entries || !profile.data || !config.data)
    return (
      <div className={styles.part}>
        <Loading label="Loading your story cards">
          <Skeleton height="36rem" />
        </Loading>
      </div>
    )
  const { seasons } = config.data
  const data = cardData({
    site,
    firstName: profile.data.firstName,
    lastName: profile.data.lastName,
    entries,
    seasonOn: (date) => {
      const season = rules.seasonOn(seasons, date)
      return season && (rules.seasonLabel(season.season, serverNow()) ?? null)
    },
  })
  if (!data)
    return (
      <NoResult
        text={paragraphs(textOf(elements, 'emptyText')).join(' ')}
        booked={openBooking(entries) !== null}
      />
    )
  const headline = textOf(elements, 'headline')
  return (
    <div className={styles.part}>
      {headline && <h2>{headline}</h2>}
      <Cards data={data} intro={<RichText content={richOf(elements, 'text')} />} />
    </div>
  )
}

function NoResult({ text, booked }: { text: string; booked: boolean }) {
  return (
    <div className={styles.part}>
      <EmptyState
        title="Nothing to post yet"
        action={
          <LinkButton size="large" href={booked ? paths.myTests() : paths.bookTest()}>
            {booked ? 'See your ticket' : 'Book a test'}
          </LinkButton>
        }
      >
        {text || 'Your cards are drawn from your first result. Take the six tests and come back for them.'}
      </EmptyState>
    </div>
  )
}
