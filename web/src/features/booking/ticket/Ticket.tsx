import type { ReactNode } from 'react'
import { TYPE_NAME } from '../../../academy/names'
import { Button } from '../../../components/Button'
import { classNames } from '../../../components/class-names'
import { Icon } from '../../../components/graphics/Icon'
import { daysBetween, longDay, type CivilDate } from '../../../academy/civil-date'
import type { BookingEntry, BookingType } from '../entry'
import { QrCode } from '../../../components/graphics/QrCode'
import { Cluster } from '../../../components/layout/Cluster'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import styles from './Ticket.module.css'

interface TicketProps {
  entry: BookingEntry
  /** The athlete's name; absent on a device that stores the ticket without it. */
  name?: string | undefined
  /** What to bring. */
  kit: readonly string[]
  type: BookingType
  today: CivilDate
  mapUrl: string | null
  /** How to put it into a calendar; absent if there is no time yet. */
  calendar?: ReactNode
  /** Puts it into a phone's wallet. */
  wallets?: ReactNode
  /** Change and cancel. */
  actions?: ReactNode
  /** Just booked: the card is animated. */
  fresh?: boolean
}

function countdown(today: CivilDate, date: CivilDate): string {
  const days = daysBetween(today, date)
  if (days < 0) return 'Over'
  if (days === 0) return 'Today'
  return days === 1 ? 'Tomorrow' : `In ${days} days`
}

const EARLY_MINUTES = 10

/** When to arrive: ten minutes before the test. */
function arrivalTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const at = hours * 60 + minutes - EARLY_MINUTES
  return [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The ticket: what the athlete shows at the desk and everything needed to get there. */
export function Ticket(props: TicketProps) {
  const { entry, name, kit, type, today, mapUrl, calendar, wallets, actions, fresh } = props
  const { eventTestDate: date, eventTestTime: time } = entry
  const assistance = entry.eventTestStatus === 'assistance'
  // The desk refuses the code of a request until the team has confirmed it (RULES 4.6).
  const code = assistance ? null : entry.eventTestCode
  return (
    <article
      aria-label={assistance ? 'Your request' : `Ticket ${code ?? ''}`}
      className={classNames(styles.ticket, assistance && styles.pending, fresh && styles.fresh)}
    >
      <div className={styles.stub}>
        {assistance && (
          <Stack as="p" gap={2}>
            <span className={classNames(text.h3, text.title, text.snug)}>We are on it</span>
            <span className={text.small}>You get your code once the test is confirmed.</span>
          </Stack>
        )}
        {code && (
          <>
            <p className={classNames(text.small, text.title)}>Show this at the desk</p>
            <div className={styles.qr}>
              <QrCode text={code} label={`QR code of your booking code ${code.split('').join(' ')}`} />
            </div>
            <Stack as="p" gap={0} shrink>
              <span className={text.small}>Booking code</span>
              <span className={styles.codeText} data-testid="booking-code">
                {code}
              </span>
            </Stack>
          </>
        )}
      </div>
      <div className={styles.main}>
        {name && <p className={classNames(text.h4, text.heavy, text.anywhere)}>{name}</p>}
        <Cluster as="p" gap={3} align="center" className={text.status}>
          <span className={classNames(styles.badge, text.title)}>{TYPE_NAME[type]}</span>
          {date && <span data-screen-only="">{countdown(today, date)}</span>}
        </Cluster>
        {date ? (
          <Stack as="p" gap={2}>
            <span className={classNames(styles.time, text.poster)}>{time ?? 'Time to come'}</span>
            <time
              dateTime={time ? `${date}T${time}` : date}
              className={classNames(text.h3, text.title, text.snug)}
            >
              {longDay(date)} {date.slice(0, 4)}
            </time>
            {time && !assistance && <span className={text.strong}>Be there at {arrivalTime(time)}</span>}
          </Stack>
        ) : (
          <Stack as="p" gap={2}>
            <span className={classNames(text.h3, text.title, text.snug)}>We call you to find a time</span>
          </Stack>
        )}
        {assistance && (
          <p className={styles.pendingText}>
            You asked for assistance
            {entry.eventTestAssistanceType ? ` (${entry.eventTestAssistanceType})` : ''}. Our team gets in
            touch to plan the day{date ? ' and holds this place for you meanwhile' : ''}.
          </p>
        )}
        <Stack as="dl" gap={4} className={styles.facts}>
          <div>
            <dt>
              <Icon name="pin" small />
              Where
            </dt>
            <dd>
              <strong>{entry.eventLocationName}</strong>
              <span>
                {[entry.eventLocationAddress, entry.eventLocationPostCode].filter(Boolean).join(', ')}
              </span>
              {mapUrl && (
                <a data-screen-only="" href={mapUrl} target="_blank" rel="noreferrer">
                  Open the map
                </a>
              )}
            </dd>
          </div>
          <div>
            <dt>
              <Icon name="phone" small />
              Questions
            </dt>
            <dd>
              {entry.eventLocationContactNumber && (
                <a href={`tel:${entry.eventLocationContactNumber.replace(/\s/g, '')}`}>
                  {entry.eventLocationContactNumber}
                </a>
              )}
              {entry.eventLocationContactEmail && (
                <a href={`mailto:${entry.eventLocationContactEmail}`}>{entry.eventLocationContactEmail}</a>
              )}
            </dd>
          </div>
        </Stack>
        {kit.length > 0 && (
          <Stack gap={2} className={styles.kit}>
            <h2>What to bring</h2>
            <ul>
              {kit.map((thing) => (
                <li key={thing}>{thing}</li>
              ))}
            </ul>
          </Stack>
        )}
        {wallets}
        {(calendar || actions) && (
          <div className={styles.actions}>
            {calendar}
            <Button variant="secondary" onClick={() => window.print()}>
              Print
            </Button>
            {actions}
          </div>
        )}
      </div>
    </article>
  )
}
