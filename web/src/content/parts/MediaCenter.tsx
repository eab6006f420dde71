import { useQuery } from '@tanstack/react-query'
import { cardFactsQuery } from '../../api/cards'
import { LinkButton } from '../../components/Button'
import { EmptyState, Loading, Skeleton } from '../../components/feedback/States'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { openBooking, type BookingEntry } from '../../features/booking/entry'
import { richOf, textOf } from '../../features/content/content-item'
import { paragraphs } from '../../features/content/text/plain-text'
import { RichText } from '../../features/content/text/RichText'
import { MediaCenter as Cards } from '../../features/media/MediaCenter'
import { paths } from '../../paths'
import type { PartProps } from '../../first-html/part'
import styles from './MediaCenterPart.module.css'
import { CertificateButton } from './results/CertificateButton'
import { ChallengeButton } from './results/ChallengeButton'
import { useOwnResults } from './results/use-own-results'
import { useEntries } from './use-entries'

/** The athlete's story cards; before the first result, a link to booking. Nothing for visitors. */
export function MediaCenter({ item: { elements } }: PartProps) {
  const { signedIn, entries, profile } = useEntries()
  if (!signedIn) return null
  const headline = textOf(elements, 'headline')
  const withoutResult =
    entries || profile.isError ? (
      <WithoutResult words={paragraphs(textOf(elements, 'emptyText')).join(' ')} entries={entries ?? []} />
    ) : (
      <Loading label="Loading your story cards">
        <Skeleton height="36rem" />
      </Loading>
    )
  return (
    <Stack gap={6} className={styles.part}>
      {headline && <h2>{headline}</h2>}
      {/* Asked for only if there is one to draw; without the profile that is unknown. */}
      {entries?.some(isRevealed) || (!entries && profile.isError) ? (
        <Cards
          intro={<RichText content={richOf(elements, 'text')} />}
          more={<More />}
          withoutResult={withoutResult}
        />
      ) : (
        withoutResult
      )}
    </Stack>
  )
}

/** Of the newest final that is not held: for somebody else to beat, and on paper. */
function More() {
  const facts = useQuery(cardFactsQuery())
  const newest = useOwnResults().own?.results.find(({ held, score }) => !held && score !== null)
  if (!newest) return null
  return (
    <>
      <Stack as="section" gap={3} start aria-labelledby="challenge-title">
        <h3 id="challenge-title">Dare somebody</h3>
        <p className={text.intro}>A card with your final and nothing else, and a link that books a test.</p>
        <ChallengeButton bookingId={newest.eventBookingId} score={newest.score} />
      </Stack>
      <Stack as="section" gap={3} start aria-labelledby="certificate-title">
        <h3 id="certificate-title">On paper</h3>
        <p className={text.intro}>Your result as an A4 certificate, to print or to keep.</p>
        {facts.data?.certificate === false ? (
          <p>Our lettering can’t write your name. Put it into Latin letters in My Profile first.</p>
        ) : (
          <CertificateButton bookingId={newest.eventBookingId} date={newest.eventTestDate} />
        )}
      </Stack>
    </>
  )
}

const isRevealed = ({ eventTestScore, eventTestHeld }: BookingEntry) =>
  eventTestScore !== null && !eventTestHeld

const isHeld = ({ eventTestHeld }: BookingEntry) => eventTestHeld

function WithoutResult({ words, entries }: { words: string; entries: readonly BookingEntry[] }) {
  if (entries.some(isHeld))
    return (
      <EmptyState
        title="Held for the reveal"
        action={
          <LinkButton size="large" href={paths.leaderboard()}>
            Watch the board
          </LinkButton>
        }
      >
        Your result is revealed at the event. Your cards are drawn as soon as it is out.
      </EmptyState>
    )
  const booked = openBooking(entries) !== null
  return (
    <EmptyState
      title="Nothing to post yet"
      action={
        <LinkButton size="large" href={booked ? paths.myTests() : paths.bookTest()}>
          {booked ? 'See your ticket' : 'Book a test'}
        </LinkButton>
      }
    >
      {words || 'Your cards are drawn from your first result. Take the six tests and come back for them.'}
    </EmptyState>
  )
}
