import { useQuery } from '@tanstack/react-query'
import { errorSentence } from '../api/errors'
import { profileQuery } from '../api/queries'
import type { UserProfile } from '../api/wire'
import { RequireSession } from '../auth/RequireSession'
import { ErrorState, Loading, Skeleton } from '../components/States'
import { dateAndTime, shortDate } from '../features/booking/civil-date'
import { openBooking, readEntries, type BookingEntry } from '../features/booking/entry'
import { latestScores } from '../features/content/athlete/latest-scores'
import { NextTestCard, type NextTest } from '../features/content/athlete/NextTestCard'
import { ShapeCard } from '../features/content/athlete/ShapeCard'
import { fill, textOf, type Elements } from '../features/content/content-item'
import { ContentPage } from '../features/content/ContentPage'
import { Kicker } from '../features/content/Kicker'
import { RichText } from '../features/content/RichText'
import { PAGES } from '../features/content/use-page'
import styles from './MyAccountPage.module.css'

/** `/my-account`, the athlete page: what comes next, the athlete's shape, the latest scores. */
export function MyAccountPage() {
  return (
    <RequireSession title="Athlete page">
      {() => (
        <ContentPage id={PAGES.myAccount} title="Athlete page">
          {(page) => <Athlete elements={page.elements} />}
        </ContentPage>
      )}
    </RequireSession>
  )
}

function Athlete({ elements }: { elements: Elements }) {
  const { data: profile, isError, error, refetch, isFetching } = useQuery(profileQuery())
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Kicker>{textOf(elements, 'title')}</Kicker>
        <h1 className={styles.headline}>
          {fill(textOf(elements, 'headline'), { firstName: profile?.firstName })}
        </h1>
        <RichText markdown={textOf(elements, 'intro')} className={styles.intro} />
      </header>
      {profile ? (
        <Cards elements={elements} profile={profile} />
      ) : isError ? (
        <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading label="Loading your page" className={styles.cards}>
          <Skeleton height="28rem" />
          <Skeleton height="28rem" />
        </Loading>
      )}
    </div>
  )
}

function Cards({ elements, profile }: { elements: Elements; profile: UserProfile }) {
  const entries = readEntries(profile.events)
  const open = openBooking(entries)
  const scores = latestScores(entries)
  return (
    <div className={styles.cards}>
      <NextTestCard
        elements={elements}
        next={open && nextTest(open)}
        tested={entries.some((entry) => entry.eventTestStatus === 'completed')}
      />
      <ShapeCard
        title={textOf(elements, scores ? 'scoresHeadline' : 'shapeHeadline')}
        scores={scores}
        day={scores?.date ? shortDate(scores.date) : null}
        emptyText={textOf(elements, 'shapeEmptyText')}
      />
    </div>
  )
}

const nextTest = (entry: BookingEntry): NextTest => ({
  status: entry.eventTestStatus === 'assistance' ? 'assistance' : 'booked',
  date: entry.eventTestDate,
  time: entry.eventTestTime,
  when: entry.eventTestDate ? dateAndTime(entry.eventTestDate, entry.eventTestTime) : '',
  place: entry.eventLocationName,
  code: entry.eventTestCode,
})
