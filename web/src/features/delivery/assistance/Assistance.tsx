import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/Button'
import { Cluster } from '../../../components/layout/Cluster'
import { Icon } from '../../../components/graphics/Icon'
import { Stack } from '../../../components/layout/Stack'
import { EmptyState } from '../../../components/feedback/States'
import text from '../../../components/text.module.css'
import { useFocusKept } from '../../../components/use-focus-kept'
import { Loaded } from '../../../state/Loaded'
import { MoreButton } from '../../../state/MoreButton'
import { BookPerson } from '../book-person/BookPerson'
import { EndBookingDialog } from '../bookings/EndBookingDialog'
import { PlaceDialog } from '../slot-picker/PlaceDialog'
import { classNames } from '../../../components/class-names'
import styles from './Assistance.module.css'
import { RequestCard } from './RequestCard'
import { assistanceQuery, type AssistanceRequest } from './api'

/** The queue of requests for assistance, oldest first: each gets a time or a reason. */
export function Assistance() {
  const queue = useInfiniteQuery(assistanceQuery())
  const [act, setAct] = useState<{ request: AssistanceRequest; what: 'place' | 'decline' } | null>(null)
  const [adding, setAdding] = useState(false)
  const heading = useFocusKept<HTMLHeadingElement>()
  const requests = queue.data?.pages.flatMap((page) => page.wishes) ?? []
  const total = queue.data?.pages[0]?.total ?? 0
  return (
    <Stack as="section" gap={5} aria-labelledby="assistance-title">
      <Cluster as="header" gap={[2, 5]} align="baseline" between>
        <h2 ref={heading} tabIndex={-1} id="assistance-title" className={text.h3}>
          Assistance
        </h2>
        <p role="status" className={classNames(styles.total, text.quietFigures)}>
          {queue.data && (total === 1 ? '1 athlete is waiting' : `${total} athletes are waiting`)}
        </p>
        <Button variant="secondary" onClick={() => setAdding(true)}>
          <Icon name="plus" small />
          Add a request
        </Button>
      </Cluster>
      <Loaded result={queue} label="Loading the queue" height={['10rem', '10rem']}>
        {() =>
          requests.length > 0 ? (
            <>
              <Stack as="ul" gap={3}>
                {requests.map((request) => (
                  <li key={request.eventBookingId}>
                    <RequestCard
                      request={request}
                      onPlace={() => setAct({ request, what: 'place' })}
                      onDecline={() => setAct({ request, what: 'decline' })}
                    />
                  </li>
                ))}
              </Stack>
              <MoreButton list={queue}>Show more</MoreButton>
            </>
          ) : (
            <EmptyState
              title="Nobody is waiting for help"
              action={
                <Button variant="secondary" busy={queue.isFetching} onClick={() => void queue.refetch()}>
                  Look again
                </Button>
              }
            >
              Athletes who ask for help with a booking are listed here until they have a place or a reason.
            </EmptyState>
          )
        }
      </Loaded>
      {adding && <BookPerson assistance onClose={() => setAdding(false)} />}
      {act?.what === 'place' && <PlaceDialog booking={act.request} onClose={() => setAct(null)} />}
      {act?.what === 'decline' && (
        <EndBookingDialog booking={act.request} as="declined" onClose={() => setAct(null)} />
      )}
    </Stack>
  )
}
