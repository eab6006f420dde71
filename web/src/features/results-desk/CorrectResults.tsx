import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { shortDate } from '../../academy/civil-date'
import { fullName } from '../../academy/names'
import { errorSentence } from '../../api/error-sentence'
import { resultsOfQuery } from '../../api/queries'
import { classNames } from '../../components/class-names'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../components/feedback/States'
import { Icon } from '../../components/graphics/Icon'
import { TextField } from '../../components/form/TextField'
import { Stack } from '../../components/layout/Stack'
import text from '../../components/text.module.css'
import { useFocusKept } from '../../components/use-focus-kept'
import { ActionDialog } from '../../state/ActionDialog'
import { Loaded } from '../../state/Loaded'
import { CorrectionForm, LOST } from './CorrectionForm'
import styles from './ResultsDesk.module.css'
import { bookingMatchesQuery, type BookingMatch } from './api'

export function CorrectResults() {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<BookingMatch | null>(null)
  const search = useDeferredValue(typed.trim())
  // The list goes with the athlete who is chosen from it, and their form with “Another athlete”.
  const heading = useFocusKept<HTMLHeadingElement>()
  return (
    <Stack as="section" gap={4} shrink="children" className={styles.panel}>
      <h2 ref={heading} tabIndex={-1} className={text.h3}>
        Correct a result
      </h2>
      <p className={text.intro}>
        Only finals that are in can be corrected. Athletes are told when their final changes; the old value
        and your reason stay in the audit log. To remove a score, open its booking under Bookings.
      </p>
      {chosen ? (
        <Chosen booking={chosen} onBack={() => setChosen(null)} />
      ) : (
        <>
          <search className={text.formMeasure}>
            <TextField
              label="Athlete"
              hint="Athlete number, code on the ticket, or name"
              type="search"
              name="results-search"
              autoComplete="off"
              maxLength={100}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </search>
          {search && <Found search={search} onChoose={setChosen} />}
        </>
      )}
    </Stack>
  )
}

function Found({ search, onChoose }: { search: string; onChoose: (booking: BookingMatch) => void }) {
  const found = useQuery(bookingMatchesQuery(search))
  return (
    <Loaded result={found} label="Searching" height="8rem">
      {({ bookings, more }) => {
        const completed = bookings.filter(({ eventTestStatus }) => eventTestStatus === 'completed').reverse()
        return completed.length > 0 ? (
          <>
            <ul className={styles.found}>
              {completed.map((booking) => (
                <li key={booking.eventBookingId}>
                  <button type="button" className={styles.choice} onClick={() => onChoose(booking)}>
                    <span className={text.name}>{fullName(booking)}</span>
                    <span className={classNames(text.figures, text.aside)}>No. {booking.uaid}</span>
                    <span className={classNames(text.figures, text.aside)}>
                      {shortDate(booking.bookingDate)}
                    </span>
                    <span className={text.code}>{booking.eventTestCode}</span>
                    <Icon name="chevronRight" small />
                  </button>
                </li>
              ))}
            </ul>
            {more && <p className={text.intro}>There are more. Type a little more to narrow it down.</p>}
          </>
        ) : (
          <EmptyState title="No final found">
            Check the number, code or name. Correct what is still on a tablet on that tablet.
          </EmptyState>
        )
      }}
    </Loaded>
  )
}

function Chosen({ booking, onBack }: { booking: BookingMatch; onBack: () => void }) {
  const { data, error, isError, isFetching, refetch } = useQuery(resultsOfQuery(booking.uaid))
  const result = data?.results.find(({ eventBookingId }) => eventBookingId === booking.eventBookingId)
  const [unsaved, setUnsaved] = useState(false)
  const [leaving, setLeaving] = useState(false)
  return (
    <Stack gap={4} start className={styles.chosen}>
      <button type="button" className={styles.back} onClick={() => (unsaved ? setLeaving(true) : onBack())}>
        <Icon name="arrowLeft" small />
        Another athlete
      </button>
      <header>
        <h3 className={text.h3}>{fullName(booking)}</h3>
        <p className={classNames(text.figures, text.aside)}>
          No. {booking.uaid} · {shortDate(booking.bookingDate)} · {booking.eventTestCode}
        </p>
      </header>
      {result ? (
        <CorrectionForm
          key={result.eventBookingId}
          result={result}
          onReload={() => void refetch()}
          onUnsaved={setUnsaved}
        />
      ) : isError || data ? (
        <ErrorState
          message={data ? 'This booking has no results any more.' : errorSentence(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading label="Loading the results">
          <Skeleton height="24rem" />
        </Loading>
      )}
      {leaving && (
        <ActionDialog
          role="alertdialog"
          title="Leave without saving?"
          onClose={() => setLeaving(false)}
          yes="Leave"
          no="Stay here"
          variant="danger"
          noVariant="secondary"
          onYes={onBack}
        >
          <p>{LOST}</p>
        </ActionDialog>
      )}
    </Stack>
  )
}
