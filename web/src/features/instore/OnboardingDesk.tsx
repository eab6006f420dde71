import { useEffect, useState } from 'react'
import { ActionDialog } from '../../state/ActionDialog'
import { fullName } from '../../academy/names'
import { errorSentence } from '../../api/error-sentence'
import { isOnline } from '../../api/client/network'
import { Button } from '../../components/Button'
import { classNames } from '../../components/class-names'
import { Stack } from '../../components/layout/Stack'
import { VisuallyHidden } from '../../components/layout/VisuallyHidden'
import textStyles from '../../components/text.module.css'
import { useFocusKept } from '../../components/use-focus-kept'
import { useDay } from '../../offline/day'
import { useRules } from '../../rules'
import { AthleteSheet } from './athlete/AthleteSheet'
import { CodeEntry, prepareScanner } from './onboarding/CodeEntry'
import { DeclineDialog } from './today/DeclineDialog'
import { FinalPanel } from './athlete/FinalPanel'
import { Head } from './athlete/Head'
import type { AthleteView, Person } from './model'
import { canUndo, type Departure } from './desk/departures'
import { hasResults } from './desk/known-tests'
import { athletesOf, athleteView, type Unsent } from './queue'
import { DepartureList, QueueList } from './QueueList'
import styles from './OnboardingDesk.module.css'
import { DECIDE_FIRST, isUndecided } from './refused/refusals'
import { isElsewhere } from './today/day-status'
import { carryOn, onboardByCode, type OnboardOutcome } from './onboarding/onboard'
import { TestPanel } from './athlete/TestPanel'
import { Tiles } from './athlete/Tiles'
import type { DeskContext } from './desk/use-desk'
import { WhoIsNext } from './onboarding/WhoIsNext'

/** An athlete whom the server has onboarded; `problem` says why they could not be carried on here. */
type Already = Extract<OnboardOutcome, { is: 'already' }> & { problem?: string }

/** The desk's view for testing: code entry and queue, the six tests of the athlete on screen, and the panel beside them. */
export function OnboardingDesk({ desk }: { desk: DeskContext }) {
  const { store, state, status, box } = desk
  const rules = useRules()
  const list = useDay()
  const [already, setAlready] = useState<Already | null>(null)
  const [declined, setDeclined] = useState<Departure | null>(null)
  const declineRefused = ({ bookingId }: Person) =>
    isUndecided(status.entries, { kind: 'decline', bookingId })
  useEffect(() => {
    // Load it before the network goes.
    if (isOnline()) void prepareScanner()
  }, [])

  const unsent: Unsent[] = [
    ...status.entries.map(({ about }) => about),
    ...state.persistence.pending.map(({ about }) => about),
  ]
  const athletes = athletesOf(state.queue).flatMap((athlete) => {
    const person = store.person(athlete.bookingId)
    return person ? [{ person, view: athleteView(rules, athlete, person, unsent) }] : []
  })
  const current = store.current()
  const onScreen = athletes.find(({ view }) => view.bookingId === current?.bookingId)
  const said = useSaid(onScreen)
  const station = useFocusKept<HTMLDivElement>(nextOf)

  const onCode = async (text: string) => {
    const tablet = { store, device: () => box.device().catch(() => null), online: status.online }
    const outcome = await onboardByCode(tablet, text, list.day)
    if (outcome.is === 'already') setAlready(outcome)
    if (outcome.is === 'declined') {
      if (declineRefused(outcome.left.person)) return DECIDE_FIRST
      if (!canUndo(outcome.left, Date.now())) return 'This tablet declined that booking. It takes a new one.'
      setDeclined(outcome.left)
    }
    return outcome.is === 'refused' ? outcome.why : null
  }

  return (
    <div ref={station} className={styles.station} data-panel={panelOf(onScreen?.view, state.panel.is)}>
      <aside className={styles.side} aria-label="Onboarding and queue">
        <CodeEntry onCode={onCode} />
        <ListState list={list} online={status.online} />
        <QueueList
          athletes={athletes.map(({ view }) => view)}
          onScreen={onScreen?.view.bookingId ?? null}
          onChoose={(bookingId) => store.show(bookingId)}
        />
        <DepartureList
          left={Object.values(state.left)}
          unsent={desk.unsent}
          undoable={(one) => !declineRefused(one.person)}
          onOpen={(bookingId) => store.recall(bookingId)}
          onUndo={(bookingId) => store.undoDecline(bookingId)}
        />
      </aside>
      {onScreen ? (
        <OnScreen
          key={onScreen.view.bookingId}
          desk={desk}
          athlete={onScreen.view}
          person={onScreen.person}
          list={list}
        />
      ) : (
        <div className={styles.nobody} tabIndex={-1} data-takes-focus="">
          <WhoIsNext desk={desk} />
        </div>
      )}
      <VisuallyHidden live>{said}</VisuallyHidden>
      {already && (
        <ActionDialog
          role="alertdialog"
          title={`${fullName(already.booking)} is already onboarded`}
          onClose={() => setAlready(null)}
          yes="Carry on here"
          no="Leave it"
          large
          onYes={() => {
            const problem = carryOn(store, already.booking, already.day)
            setAlready(problem === null ? null : { ...already, problem })
          }}
        >
          <p>
            {isElsewhere(already.booking, already.device)
              ? 'They are on another tablet. Carry on here with what has been sent so far, and close each test on one tablet only.'
              : 'Carry on here with what has been sent so far.'}
          </p>
          {already.problem && (
            <p className={textStyles.problem} role="alert">
              {already.problem}
            </p>
          )}
        </ActionDialog>
      )}
      {declined && (
        <ActionDialog
          role="alertdialog"
          title={`You declined ${fullName(declined.person)}`}
          onClose={() => setDeclined(null)}
          yes="Undo the decline"
          no="Leave it"
          large
          onYes={() => {
            store.undoDecline(declined.person.bookingId)
            setDeclined(null)
          }}
        >
          <p>
            Their booking has ended. Undo the decline and it is open again, if nobody has taken the place.
          </p>
        </ActionDialog>
      )}
    </div>
  )
}

/** For screen readers: who has come on screen while the focus stayed where it was; empty until somebody has. */
function useSaid(onScreen: { view: AthleteView } | undefined): string {
  const bookingId = onScreen?.view.bookingId
  const [seen, setSeen] = useState({ bookingId, said: '' })
  if (seen.bookingId !== bookingId)
    setSeen({ bookingId, said: onScreen ? `${onScreen.view.name} is on screen.` : '' })
  return seen.said
}

/** Before the tests begin there is nothing beside the athlete's sheet. */
const panelOf = (view: AthleteView | undefined, panel: string) =>
  view === undefined ? 'none' : view.stage === 'onboarded' ? 'welcome' : panel

/** After a test or the welcome the next open test, else the heading of what has come on screen. */
const nextOf = (station: HTMLElement) => {
  const find = (selector: string) => station.querySelector<HTMLElement>(selector)
  return (
    (station.dataset.panel === 'none' && find('button[data-status="open"]')) || find('[data-takes-focus]')
  )
}

/** What prevents onboarding without a network. */
function ListState({ list, online }: { list: ReturnType<typeof useDay>; online: boolean }) {
  const { day, age, stale, loading, error, refresh } = list
  if (loading) return null
  if (day && !stale) return null
  const minutes = Math.round((age ?? 0) / 60_000)
  return (
    <p className={classNames(textStyles.problem, textStyles.snug)} role="status">
      {day
        ? `Today’s list is ${minutes} minutes old.`
        : online && !error
          ? 'Fetching today’s list…'
          : `Today’s list is not here yet. ${online ? errorSentence(error) : 'It comes with the next connection.'}`}
      {online && (day ?? error) ? (
        <Button variant="quiet" onClick={() => void refresh().catch(() => undefined)}>
          Fetch it now
        </Button>
      ) : null}
    </p>
  )
}

interface OnScreenProps {
  desk: DeskContext
  athlete: AthleteView
  person: Person
  list: ReturnType<typeof useDay>
}

function OnScreen({ desk, athlete, person, list: { day, renew } }: OnScreenProps) {
  const { store, state, status } = desk
  const { panel, typed } = state
  const { uaid } = athlete
  const [declining, setDeclining] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const back = () => store.open({ is: 'none' })
  const say = (refused: string | null) => setProblem(refused)
  const waiting = athlete.stage === 'onboarded'
  const isOnlyHere =
    athlete.unsent > 0 ||
    Boolean(state.notes[athlete.bookingId]) ||
    athlete.tests.some(({ attempts, status: is }) => is === 'open' && attempts.length > 0)
  const recorded = athlete.tests.some(({ attempts, status: is }) => attempts.length > 0 || is !== 'open')
  const chosen = panel.is === 'test' ? panel.test : null
  const view = athlete.tests.find(({ test }) => test === chosen)
  const { bookingId } = athlete
  const booking = day?.bookings.find(({ eventBookingId }) => eventBookingId === bookingId) ?? null
  const declinable = !hasResults(store.athlete(bookingId), booking?.results)
  const undecided = chosen !== null && isUndecided(status.entries, { kind: 'test', bookingId, test: chosen })
  const ifDecided = (act: () => string | null) => say(undecided ? DECIDE_FIRST : act())
  const release = () => {
    if (isUndecided(status.entries, { kind: 'onboard', bookingId })) say(DECIDE_FIRST)
    else store.release(uaid)
  }
  return (
    <>
      <Stack as="section" gap={3} top shrink className={styles.main} aria-label={athlete.name}>
        <Head
          athlete={athlete}
          person={person}
          panel={panel.is}
          onSheet={() => store.open(panel.is === 'sheet' && !waiting ? { is: 'none' } : { is: 'sheet' })}
          onFinal={() => {
            store.open({ is: 'final' })
            // Another tablet may have closed what is open here.
            if (status.online) void renew()
          }}
        />
        {problem && (
          <p className={classNames(styles.problem, textStyles.problem)} role="alert">
            {problem}
          </p>
        )}
        {!waiting && (
          <Tiles
            tests={athlete.tests}
            chosen={chosen}
            onChoose={(test) => {
              setProblem(null)
              store.open({ is: 'test', test })
            }}
          />
        )}
      </Stack>
      <section className={styles.panel} aria-label="Recording">
        {view ? (
          <TestPanel
            key={view.test}
            view={view}
            typed={typed}
            onType={(value) => store.type(value)}
            onRestore={(at, raw) => say(store.restoreAttempt(uaid, view.test, at, raw))}
            onAdd={(raw) => say(store.addAttempt(uaid, view.test, raw))}
            onRemove={(at) => say(store.removeAttempt(uaid, view.test, at))}
            onClose={() => ifDecided(() => store.close(uaid, view.test))}
            onUnlock={() => ifDecided(() => store.unlock(uaid, view.test))}
            onSkip={() => ifDecided(() => store.skip(uaid, view.test))}
            onBack={back}
          />
        ) : panel.is === 'sheet' || waiting ? (
          <AthleteSheet
            athlete={athlete}
            person={person}
            booking={booking}
            online={status.online && !status.needsSignIn}
            onAccept={() => store.accept(uaid)}
            onDecline={declinable ? () => setDeclining(true) : null}
            onRelease={recorded ? null : release}
            onTakeOff={isOnlyHere ? null : () => store.takeOff(uaid)}
            onBack={back}
          />
        ) : (
          <FinalPanel
            athlete={athlete}
            hold={state.holdReveal}
            onHold={(hold) => store.hold(hold)}
            notes={state.notes[athlete.bookingId] ?? ''}
            onNotes={(notes) => store.note(athlete.bookingId, notes)}
            onSubmit={(notes) => say(store.final(uaid, notes))}
            onDone={() => store.done(uaid)}
            onBack={back}
          />
        )}
      </section>
      {declining && (
        <DeclineDialog
          name={athlete.name}
          onClose={() => setDeclining(false)}
          onDecline={(reason) => {
            setDeclining(false)
            store.decline(person, reason)
          }}
        />
      )}
    </>
  )
}
