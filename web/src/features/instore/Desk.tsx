import { useEffect, useState, type ReactNode } from 'react'
import { errorSentence } from '../../api/error-sentence'
import { LiveRegion } from '../../components/feedback/LiveRegion'
import { Button } from '../../components/Button'
import { Icon } from '../../components/graphics/Icon'
import { useDay } from '../../offline/day'
import { OutboxError } from '../../offline/outbox'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../components/feedback/States'
import { Cluster } from '../../components/layout/Cluster'
import { Stack } from '../../components/layout/Stack'
import { Connection } from './Connection'
import { DeskMenu } from './DeskMenu'
import styles from './Desk.module.css'
import { RefusedEntries } from './refused/RefusedEntries'
import { OnboardingDesk } from './OnboardingDesk'
import { onboardByCode } from './onboarding/onboard'
import { useOnlyTab } from './desk/use-only-tab'
import { isElsewhere } from './today/day-status'
import { TodayList } from './today/TodayList'
import { useOpenDesk, useDeskContext, type Opened } from './desk/use-desk'
import text from '../../components/text.module.css'
import touch from '../../components/touch.module.css'
import { classNames } from '../../components/class-names'
import { useDayListing } from './desk/use-day-listing'

/** Brings the athlete of a code on screen; returns the reason for a refusal, or null. */
export type OnboardNow = (code: string) => Promise<string | null>

interface DeskProps {
  title: string
  /** Booking a walk-in: shown in the menu and beside the search of today's list. */
  walkIn?: (onboard: OnboardNow) => ReactNode
  /** Who is here, and the screens at the door, from the server. */
  arrivals: ReactNode
  signInHref: string
}

const VIEWS = [
  { key: 'desk', label: 'Desk' },
  { key: 'today', label: 'Today' },
  { key: 'arrivals', label: 'Arrivals' },
] as const

type View = (typeof VIEWS)[number]['key']

/** The in-store admin: one tablet, with or without a network. */
export function Desk(props: DeskProps) {
  const { data, error, isFetching, refetch } = useOpenDesk()
  const { mine, takeOver } = useOnlyTab(() => void refetch())
  return (
    // It always shows the connection itself.
    <div data-theme="light" data-own-connection="" className={styles.area}>
      {!mine ? (
        <Stack gap={4} className={styles.waiting}>
          <h1 className={styles.title}>{props.title}</h1>
          <EmptyState
            title="The desk is open in another tab"
            action={<Button onClick={takeOver}>Carry on here</Button>}
          >
            One tab at a time, so that nothing is recorded twice.
          </EmptyState>
        </Stack>
      ) : data ? (
        <OpenDesk {...props} opened={data} />
      ) : (
        <Stack gap={4} className={styles.waiting}>
          <h1 className={styles.title}>{props.title}</h1>
          {error ? (
            <ErrorState
              title="The desk did not open"
              message={whyNotOpen(error)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <Loading label="Opening the desk">
              <Skeleton height="3rem" />
              <Skeleton height="32rem" />
            </Loading>
          )}
        </Stack>
      )}
    </div>
  )
}

/** Why the desk did not open: on this page nothing has been recorded yet. What was, is safe unless the store itself failed. */
function whyNotOpen(error: Error): string {
  if (error instanceof OutboxError && error.code.startsWith('NO_'))
    return 'This browser gives the desk no storage. Leave private mode, or free some space, then try again.'
  return `${error.message.endsWith('.') ? error.message : errorSentence(error)} What was recorded is safe.`
}

function OpenDesk({ title, walkIn, arrivals, signInHref, opened }: DeskProps & { opened: Opened }) {
  const desk = useDeskContext(opened)
  const { store, box, status, unsealed, state } = desk
  const [view, setView] = useState<View>('desk')
  const [drawer, setDrawer] = useState(false)
  const [menu, setMenu] = useState(false)
  const { trouble, pending } = state.persistence
  const { age, day } = useDay()
  const unsent = status.entries.length + pending.length
  useDayListing(desk)
  const onboard: OnboardNow = async (code) => {
    const tablet = { store, device: () => box.device().catch(() => null), online: status.online }
    const outcome = await onboardByCode(tablet, code, day)
    if (outcome.is === 'refused') return outcome.why
    if (outcome.is === 'already') {
      const elsewhere = isElsewhere(outcome.booking, outcome.device)
      const what = elsewhere ? 'Another tablet has onboarded them.' : 'They are already onboarded.'
      return `${what} Find them under Today to carry on here.`
    }
    if (outcome.is === 'declined') return 'This tablet declined that booking. Find them under Today.'
    setMenu(false)
    setView('desk')
    return null
  }
  const { saving } = state.persistence
  useEffect(() => {
    if (!saving) return
    // The browser asks before it discards what is not on the disk.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [saving])
  return (
    <>
      <Cluster as="header" gap={[0, 4]} align="center" between className={styles.top}>
        <h1 className={styles.title}>{title}</h1>
        <Connection
          status={status}
          persistence={state.persistence}
          unsent={unsent}
          unsealed={unsealed}
          dayAge={age}
          signInHref={signInHref}
          onSend={() => void box.send()}
          onRefused={() => setDrawer(true)}
        />
        <Cluster as="nav" gap={1} nowrap aria-label="Views" className={styles.views}>
          {VIEWS.map(({ key, label }) => (
            <button
              key={key}
              type="button"
              className={classNames(styles.view, touch.line)}
              aria-current={key === view ? 'page' : undefined}
              onClick={() => setView(key)}
            >
              {label}
            </button>
          ))}
          <button
            type="button"
            className={styles.menu}
            aria-haspopup="dialog"
            aria-expanded={menu}
            onClick={() => setMenu(true)}
          >
            <Icon name="menu" label="Open menu" />
          </button>
        </Cluster>
      </Cluster>
      {status.forbidden && status.waiting > 0 && (
        <p className={styles.trouble} role="alert">
          <strong>This account may not record any more.</strong> Ask programme delivery, or sign out and have
          somebody sign in who may. What is not sent stays on this tablet.
        </p>
      )}
      {trouble !== null && (
        <Cluster gap={[2, 4]} align="center" between className={styles.trouble} role="alert">
          <p>
            <strong>
              {pending.length === 1
                ? '1 entry is not saved. '
                : pending.length > 1
                  ? `${pending.length} entries are not saved. `
                  : 'This is not saved. '}
            </strong>
            {trouble} Keep this page open: we keep trying.
          </p>
          <Button variant="secondary" onClick={() => store.keepAgain()}>
            Try now
          </Button>
        </Cluster>
      )}
      {unsealed && (
        <p className={classNames(styles.notice, text.problem)} role="status">
          This browser cannot encrypt data here, so nothing is kept on this tablet. Stay online, and do not
          reload while something is unsent.
        </p>
      )}
      <div className={styles.work} data-view={view}>
        {view === 'desk' ? (
          <OnboardingDesk desk={desk} />
        ) : (
          <div className={styles.today}>
            <LiveRegion>
              {view === 'arrivals' && !status.online && (
                <p className={classNames(styles.away, text.problem)}>
                  Arrivals need a connection. This is the day as the tablet has it.
                </p>
              )}
            </LiveRegion>
            {view === 'arrivals' && status.online ? (
              arrivals
            ) : (
              <TodayList desk={desk} walkIn={walkIn?.(onboard)} onShow={() => setView('desk')} />
            )}
          </div>
        )}
      </div>
      {menu && (
        <DeskMenu
          desk={desk}
          unsent={unsent}
          signInHref={signInHref}
          walkIn={walkIn?.(onboard)}
          onClose={() => setMenu(false)}
        />
      )}
      {drawer && (
        <RefusedEntries
          desk={desk}
          onClose={() => setDrawer(false)}
          onShow={() => {
            setDrawer(false)
            setView('desk')
          }}
        />
      )}
    </>
  )
}
