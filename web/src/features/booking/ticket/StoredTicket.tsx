import { useEffect, useState, type ReactNode } from 'react'
import type { CivilDate } from '../../../academy/civil-date'
import { londonToday } from '../../../academy/london'
import { serverNow, serverNowKnown } from '../../../api/clock'
import { useUnreached } from '../../../auth/SessionProvider'
import { Button } from '../../../components/Button'
import { Notice } from '../../../components/feedback/Notice'
import { Page } from '../../../components/layout/Page'
import { ErrorState, Loading, Skeleton } from '../../../components/feedback/States'
import { useRetry } from '../../../components/use-retry'
import { readTicket, type StoredTicket as TicketOnDevice } from '../../../offline/ticket'
import { DEFAULT_ENTRY, type BookingEntry } from '../entry'
import styles from '../MyTests.module.css'
import { Ticket } from './Ticket'

const DAY_MS = 24 * 60 * 60_000

interface StoredTicketProps {
  title: string
  heading: string
  /** What to bring. */
  kit?: readonly string[]
  /** How to get to the academy. */
  way?: ReactNode
  /** What trying again does; by default it checks the session. */
  onRetry?: () => Promise<unknown>
}

/** MY TESTS if the session cannot be checked: the ticket stored on this device. */
export function StoredTicket({ title, heading, kit = [], way, onRetry }: StoredTicketProps) {
  const { ask } = useUnreached()
  const { retry, retrying, still } = useRetry(onRetry ?? ask)
  const [found, setFound] = useState<TicketOnDevice | null | undefined>(undefined)
  useEffect(() => {
    // Until the server's time is known, a day longer: the device's clock may be that much ahead.
    void readTicket(serverNow() - (serverNowKnown() ? 0 : DAY_MS)).then(setFound)
  }, [])
  return (
    <Page title={title} heading={found ? (found.status === 'assistance' ? title : heading) : null}>
      {found === undefined ? (
        <Loading label="Looking for your ticket">
          <Skeleton height="28rem" />
        </Loading>
      ) : found === null ? (
        <ErrorState
          title="You are offline"
          message={`${still}There is no ticket on this device. Open this page once with a connection, and it will be here next time.`}
          onRetry={retry}
          retrying={retrying}
        />
      ) : (
        <div className={styles.ticket}>
          <Notice
            role="status"
            title="Kept on this device"
            actions={
              <Button variant="secondary" busy={retrying} onClick={retry}>
                Try again
              </Button>
            }
          >
            {still || 'There is no connection. '}
            {found.status === 'assistance'
              ? 'This is your request as we last saw it.'
              : 'This is your booking as we last saw it, and the code works at the desk.'}
          </Notice>
          <Ticket
            entry={entryOf(found)}
            kit={kit}
            type={found.type}
            today={dayOf(found)}
            mapUrl={found.mapUrl}
          />
          {way}
        </div>
      )}
    </Page>
  )
}

/** Today, but no later than the test: what is shown is not over, even if the device is a day ahead. */
function dayOf({ date }: TicketOnDevice): CivilDate {
  const today = londonToday()
  return today < date ? today : date
}

const entryOf = ({ status, code, date, time, place }: TicketOnDevice): BookingEntry => ({
  ...DEFAULT_ENTRY,
  eventTestStatus: status ?? 'booked',
  eventTestCode: code,
  eventTestDate: date,
  eventTestTime: time,
  eventLocationName: place.name,
  eventLocationAddress: place.address,
  eventLocationPostCode: place.postcode,
  eventLocationContactNumber: place.phone,
  eventLocationContactEmail: place.email,
})
