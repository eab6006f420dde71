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
  const goBack = () =>
    focusAfter(
      () => {
        setUrl(null)
        setAsking(false)
      },
      () => maker.current,
    )
  // One operation for both: a link that was taken back is not the answer when another one is made.
  const change = useOperation(async (act: 'make' | 'remove', idempotencyKey) => {
    // The pressed button is gone afterwards, and the link is shown this once.
    if (act === 'make') {
      const made = await makeCalendarFeed()
      focusAfter(
        () => setUrl(made.url),
        () => words.current,
      )
    } else {
      await removeCalendarFeed(idempotencyKey)
      goBack()
    }
    await again()
  })
  return (
    <QueryCard title="The schedule in your calendar" query={query} height="8rem">
      {({ createdAt }) => (
        <>
          {!asking && <ErrorNotice error={change.error} />}
          {url ? (
            <>
              <p ref={words} tabIndex={-1}>
                Add this link to your calendar app as a subscription. Anyone who has it can read it, and we do
                not show it again.
              </p>
              <p className={css.secret}>{url}</p>
              <div className={form.actions}>
                <CopyButton text={url} label="Copy the link" />
                <Button variant="quiet" onClick={goBack}>
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
                  busy={change.status === 'loading'}
                  onClick={() => void change.run('make')}
                >
                  {createdAt ? 'Make a new link' : 'Make a link'}
                </Button>
                {createdAt && (
                  <Button
                    variant="quiet"
                    onClick={() => {
                      change.reset()
                      setAsking(true)
                    }}
                  >
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
            operation={change}
            onYes={() => void change.run('remove')}
          >
            <p>Calendars that use it stop updating.</p>
          </ActionDialog>
        </>
      )}
    </QueryCard>
  )
}
