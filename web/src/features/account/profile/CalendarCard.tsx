import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ActionDialog } from '../../../state/ActionDialog'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useRef, useState } from 'react'
import { shortDate } from '../../../academy/civil-date'
import { londonDate } from '../../../academy/london'
import { Button } from '../../../components/Button'
import { focusAfter } from '../../../components/focus-after'
import { useOperation } from '../../../state/use-operation'
import { calendarFeedQuery, makeCalendarFeed, removeCalendarFeed } from '../api'
import form from '../form/form.module.css'
import { CopyButton } from './CopyButton'
import css from './profile.module.css'
import { QueryCard } from './QueryCard'

/** The team's calendar: a secret link for a calendar program, shown once and revocable. */
export function CalendarCard() {
  const query = useQuery(calendarFeedQuery())
  const queries = useQueryClient()
  const [url, setUrl] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const words = useRef<HTMLParagraphElement>(null)
  const maker = useRef<HTMLButtonElement>(null)
  const again = () => queries.invalidateQueries(calendarFeedQuery())
  const make = useOperation(async (_, idempotencyKey) => {
    const made = await makeCalendarFeed(idempotencyKey)
    // The pressed button is gone, and the link is shown this once.
    focusAfter(
      () => setUrl(made.url),
      () => words.current,
    )
    await again()
  })
  const remove = useOperation(async (_, idempotencyKey) => {
    await removeCalendarFeed(idempotencyKey)
    // “Take it back” goes too.
    focusAfter(
      () => {
        setUrl(null)
        setAsking(false)
      },
      () => maker.current,
    )
    await again()
  })
  const error = make.error ?? remove.error
  return (
    <QueryCard title="The schedule in your calendar" query={query} height="8rem">
      {({ createdAt }) => (
        <>
          {!asking && <ErrorNotice error={error} />}
          {url ? (
            <>
              <p ref={words} tabIndex={-1}>
                Add this link to your calendar app as a subscription. Anyone who has it can read it, and we do
                not show it again.
              </p>
              <p className={css.secret}>{url}</p>
              <div className={form.actions}>
                <CopyButton text={url} label="Copy the link" />
                <Button
                  variant="quiet"
                  onClick={() =>
                    focusAfter(
                      () => setUrl(null),
                      () => maker.current,
                    )
                  }
                >
                  Done
                </Button>
              </div>
            </>
          ) : (
            <>
              <p>
                {createdAt
                  ? `You have had a link since ${shortDate(londonDate(createdAt))}. A new one replaces it.`
                  : 'Closed days, sessions, places and teams in your own calendar app, by a secret link. It names no athlete.'}
              </p>
              <div className={form.actions}>
                <Button
                  ref={maker}
                  variant="secondary"
                  busy={make.status === 'loading'}
                  onClick={() => void make.run()}
                >
                  {createdAt ? 'Make a new link' : 'Make a link'}
                </Button>
                {createdAt && (
                  <Button variant="quiet" onClick={() => setAsking(true)}>
                    Take it back
                  </Button>
                )}
              </div>
            </>
          )}
          <ActionDialog
            open={asking}
            onClose={() => setAsking(false)}
            role="alertdialog"
            title="Take the link back?"
            yes="Take it back"
            no="Keep it"
            operation={remove}
            onYes={() => void remove.run()}
          >
            <p>Calendars that use it stop updating.</p>
          </ActionDialog>
        </>
      )}
    </QueryCard>
  )
}
