import { useQuery } from '@tanstack/react-query'
import { waitlistQuery } from '../../api/booking'
import { configQuery } from '../../api/queries'
import { Stack } from '../../components/layout/Stack'
import { Loading, Skeleton } from '../../components/feedback/States'
import { dateAndTime } from '../../academy/civil-date'
import { changesClosed, openBooking, type BookingEntry } from '../../features/booking/entry'
import { MyTests } from '../../features/booking/MyTests'
import { EligibilityNotice } from '../../features/booking/EligibilityNotice'
import { WaitingList } from '../../features/booking/waiting-list/WaitingList'
import { WaitlistOffer } from '../../features/booking/waiting-list/WaitlistOffer'
import { offerObstacle } from '../../features/booking/next-steps'
import { NextTestCard, type NextTest } from '../../features/content/athlete/NextTestCard'
import { textOf, textsOf } from '../../features/content/content-item'
import { paragraphs } from '../../features/content/text/plain-text'
import { useLoadedRules } from '../../state/use-loaded-rules'
import { RetestCall, retestText } from '../../features/results/RetestCall'
import { paths } from '../../paths'
import { LoadError } from '../../state/LoadError'
import { useNow } from '../../state/use-now'
import type { PartProps } from '../../first-html/part'
import { isCardVariant } from '../../first-html/traits'
import { partsOfType } from '../page-parts'
import { resultOf } from './results/past-result'
import { useEntries } from './use-entries'
import { Way } from './Way'
import { useOwnResults } from './results/use-own-results'

/** The open booking: as a card with the time left, or as the whole ticket with past bookings. Nothing for visitors. */
export function BookingDetails(props: PartProps) {
  const { signedIn } = useEntries()
  if (!signedIn) return null
  return isCardVariant(props.item) ? <NextTestPart {...props} /> : <TicketPart {...props} />
}

function NextTestPart({ item }: PartProps) {
  const { entries, profile } = useEntries()
  const { own } = useOwnResults()
  const lines = useQuery(waitlistQuery()).data
  const open = entries && openBooking(entries)
  const closed = useChangesClosed(open)
  const eligibility = profile.data?.bookingEligibility
  if (!entries && profile.isError) return <LoadError query={profile} />
  if (!entries)
    return (
      <Loading label="Loading your next test">
        <Skeleton height="28rem" />
      </Loading>
    )
  return (
    <Stack gap={5} shrink="all">
      {!open && <EligibilityNotice eligibility={eligibility} />}
      {closed === false && <WaitlistOffer lines={lines} obstacle={offerObstacle(eligibility, open)} />}
      <NextTestCard
        elements={item.elements}
        next={open && nextTest(open)}
        tested={entries.some((entry) => entry.eventTestStatus === 'completed')}
        retest={own && retestText(own.retest)}
        mayBook={eligibility?.mode !== 'blocked'}
      />
      <WaitingList lines={lines} closed={closed === true} />
    </Stack>
  )
}

/** Whether it is too late to move their booking (RULES 4.8); null until that is known. */
function useChangesClosed(open: BookingEntry | null): boolean | null {
  const { rules, failed } = useLoadedRules(open !== null)
  const config = useQuery({ ...configQuery(), enabled: open !== null })
  const nowMs = useNow(60_000)
  if (open === null) return false
  if (rules && config.data) return changesClosed(rules, open, config.data, nowMs)
  // A place is not lost to a failed load: the server decides.
  return failed || config.isError ? false : null
}

const nextTest = (entry: BookingEntry): NextTest => ({
  status: entry.eventTestStatus === 'assistance' ? 'assistance' : 'booked',
  date: entry.eventTestDate,
  time: entry.eventTestTime,
  when: entry.eventTestDate ? dateAndTime(entry.eventTestDate, entry.eventTestTime) : '',
  place: entry.eventLocationName,
  code: entry.eventTestCode,
})

function TicketPart({ item, page }: PartProps) {
  const word = (own: string, ofPage: string) => textOf(item.elements, own) || textOf(page.elements, ofPage)
  const [results] = partsOfType(page, 'test-results')
  const { own } = useOwnResults()
  const ofResults = (key: string) => (results ? textOf(results.elements, key) : '')
  return (
    <MyTests
      words={{
        title: textOf(page.elements, 'title') || 'My tests',
        headline: word('headline', 'headline') || 'Your ticket.',
        intro: paragraphs(word('text', 'intro')).join(' '),
        kit: textsOf(item.elements, 'kit'),
        way: <Way page={page} />,
        emptyHeadline: textOf(item.elements, 'emptyHeadline') || 'Nothing in the diary.',
        emptyText:
          (own && retestText(own.retest)) ?? paragraphs(textOf(item.elements, 'emptyText')).join(' '),
      }}
      results={
        results
          ? {
              label: ofResults('headline') || 'Past tests',
              emptyHeadline: ofResults('emptyHeadline'),
              emptyText: paragraphs(ofResults('emptyText')).join(' '),
              detail: resultOf,
              next: own && <RetestCall retest={own.retest} href={paths.bookTest()} />,
            }
          : null
      }
    />
  )
}
