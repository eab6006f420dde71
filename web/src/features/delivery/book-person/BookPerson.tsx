import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { londonToday } from '../../../academy/london'
import { fullName } from '../../../academy/names'
import { refreshBookings } from '../refresh-bookings'
import type { BookingAnswer } from '../../../api/types'
import { dateAndTime } from '../../../academy/civil-date'
import { Button, LinkButton } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { Notice } from '../../../components/feedback/Notice'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { paths } from '../../../paths'
import { Loaded } from '../../../state/Loaded'
import { bookableQuery, type Bookable, type Slot } from '../bookings/api'
import { AddPerson } from '../people/AddPerson'
import { classNames } from '../../../components/class-names'
import styles from './BookPerson.module.css'
import { FindPerson } from './FindPerson'
import { BookingForm } from './BookingForm'
import { openBookingText, refusalText } from './words'

interface BookPersonProps {
  /** Who is booked; if absent, the first step is to find them. */
  uaid?: string
  /** At the desk: books a time today for a walk-in. */
  atDesk?: boolean
  /** Opened to request assistance. */
  assistance?: boolean
  /** At the desk: brings the athlete of a new code on screen; returns the reason for a refusal, or null. */
  onOnboard?: (code: string) => Promise<string | null>
  /** Opens a booking that they already have. */
  onOpen?: (eventBookingId: string) => void
  onClose: () => void
}

interface Made {
  answer: BookingAnswer
  /** Null for a request in the queue. */
  place: Slot | null
}

/** Staff book for one person: at the desk, on the phone, or from the list of users. */
export function BookPerson({
  uaid: given,
  atDesk = false,
  assistance = false,
  onOnboard,
  onOpen,
  onClose,
}: BookPersonProps) {
  const client = useQueryClient()
  const [uaid, setUaid] = useState(given)
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const known = useQuery({ ...bookableQuery(uaid ?? ''), enabled: uaid !== undefined && !made })
  const person = known.data
  const name = person ? fullName(person) || `No. ${person.uaid}` : undefined
  const book = atDesk ? 'Book for today' : assistance ? 'Request assistance' : 'Book a test'
  if (adding)
    return (
      <AddPerson
        onClose={() => setAdding(false)}
        onAdded={(added) => {
          setAdding(false)
          setUaid(added)
        }}
      />
    )
  return (
    <Dialog
      open
      size={person && !person.booking && !made ? 'wide' : 'normal'}
      title={name ? `${book}: ${name}` : book}
      onClose={onClose}
    >
      {made ? (
        <Done made={made} name={name ?? ''} onOnboard={onOnboard} onClose={onClose} />
      ) : uaid === undefined ? (
        <FindPerson atDesk={atDesk} onChoose={setUaid} onAdd={atDesk ? undefined : () => setAdding(true)} />
      ) : (
        <Loaded result={known} label="Looking them up" height="20rem">
          {(bookable) =>
            bookable.booking ? (
              <HasBooking bookable={bookable} atDesk={atDesk} onOpen={onOpen} />
            ) : bookable.refusal && (atDesk || bookable.assistanceRefusal) ? (
              <Notice tone="problem" title="They cannot be booked yet">
                {refusalText(bookable.assistanceRefusal ?? bookable.refusal, bookable.firstName)}
              </Notice>
            ) : (
              <BookingForm
                bookable={bookable}
                atDesk={atDesk}
                assistance={assistance}
                onBooked={(answer, place) => {
                  setMade({ answer, place })
                  refreshBookings(client)
                }}
              />
            )
          }
        </Loaded>
      )}
      {!made && given === undefined && uaid !== undefined && (
        <div className={styles.other}>
          <Button variant="quiet" onClick={() => setUaid(undefined)}>
            Somebody else
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function HasBooking({
  bookable: { booking, firstName },
  atDesk,
  onOpen,
}: {
  bookable: Bookable
  atDesk: boolean
  onOpen?: (id: string) => void
}) {
  if (!booking) return null
  const { title, words } = openBookingText(booking, firstName, { today: londonToday(), atDesk })
  const id = booking.eventBookingId
  return (
    <Notice
      title={title}
      actions={
        !atDesk &&
        (onOpen ? (
          <Button variant="secondary" onClick={() => onOpen(id)}>
            Open the booking
          </Button>
        ) : (
          <LinkButton variant="secondary" href={paths.deliveryAdmin({ section: 'bookings', booking: id })}>
            Open the booking
          </LinkButton>
        ))
      }
    >
      {words}
    </Notice>
  )
}

interface DoneProps extends Pick<BookPersonProps, 'onOnboard' | 'onClose'> {
  made: Made
  name: string
}

function Done({ made: { answer, place }, name, onOnboard, onClose }: DoneProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const onboard = async () => {
    setBusy(true)
    setProblem((await onOnboard?.(answer.code)) ?? null)
    setBusy(false)
  }
  return (
    <Stack gap={4} shrink role="status">
      {place ? (
        <>
          <p>
            <strong>{name}</strong> is booked for <strong>{dateAndTime(place.date, place.time)}</strong>.
          </p>
          <p className={classNames(styles.code, text.figuresStrong)}>{answer.code}</p>
          <p className={text.note}>The code on their ticket. It is in their e-mail too.</p>
        </>
      ) : (
        <p>
          <strong>{name}</strong> is in the assistance queue. Choose a place for them there.
        </p>
      )}
      {problem && <p className={text.problem}>{problem}</p>}
      <Cluster gap={3}>
        {onOnboard && (
          <Button busy={busy} onClick={() => void onboard()}>
            Onboard now
          </Button>
        )}
        <Button variant={onOnboard ? 'secondary' : 'primary'} onClick={onClose}>
          {onOnboard ? 'Later' : 'Done'}
        </Button>
      </Cluster>
    </Stack>
  )
}
