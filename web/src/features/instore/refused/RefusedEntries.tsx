import type { DeskTest } from '@sixfold/domain'
import { useState } from 'react'
import type { RoleId } from '../../../api/types'
import { useSession } from '../../../auth/SessionProvider'
import { useDay } from '../../../offline/day'
import type { About, Decision, Entry } from '../../../offline/outbox'
import { useRules } from '../../../rules'
import {
  cardsOf,
  handedOver,
  isSentAgain,
  revisionOf,
  staysDeclined,
  type Card,
  type CardRow,
  type CardWay,
} from './cards'
import { RefusedDrawer } from './RefusedDrawer'
import type { Value } from './refusals'
import type { DeskStore } from '../desk/desk-store'
import type { DeskContext } from '../desk/use-desk'
import type { TestType } from '../model'
import { scoredBy } from '../onboarding/onboard'
import { onboardWrite, requestWrite, resultWrite, type Sending } from '../writes'

interface RefusedEntriesProps {
  desk: DeskContext
  onClose: () => void
  /** Called when an athlete has come on screen. */
  onShow: () => void
}

const testOf = ({ status, attempts, score, revision }: Value): DeskTest => ({
  status,
  attempts,
  revision,
  ...(score === null ? {} : { score }),
})

const isOnboarding = ({ about }: Entry) => about.kind === 'onboard'

const DELIVERY: RoleId = 3

/** The drawer of refused entries, and what each choice does to the queue and the outbox. */
export function RefusedEntries({
  desk: { store, box, status, state },
  onClose,
  onShow,
}: RefusedEntriesProps) {
  const { testScore } = useRules()
  const { data: session } = useSession()
  const { day } = useDay()
  const [message, setMessage] = useState('')
  const entries = status.entries.filter(({ state: is, lastRefusal }) => is === 'refused' || lastRefusal)
  const personOf = (id: string) => store.person(id) ?? state.left[id]?.person ?? null
  const listed = (id: string) => day?.bookings.find(({ eventBookingId }) => eventBookingId === id) ?? null
  const cards = cardsOf(entries, {
    athlete: (id) => store.athlete(id) ?? state.left[id]?.athlete ?? null,
    queued: (id) => store.athlete(id) !== null,
    booking: listed,
    mayOverride: session?.role === DELIVERY,
  })
  const protocolsOf = (id: string) => {
    const booking = listed(id)
    return (booking && day && scoredBy(booking, day)) ?? personOf(id)?.protocols ?? day?.protocols ?? null
  }

  const isWaiting = (id: string, test: TestType) =>
    status.entries.some(
      (entry) => !entries.includes(entry) && entry.about.bookingId === id && entry.about.test === test,
    )

  /** Stores a decision together with what it does to the desk, which follows once it is stored. */
  const decide = async (
    decisions: readonly Decision[],
    added: readonly Sending[],
    follow: (desk: DeskStore) => void,
  ) => {
    await box.resolve(decisions, added, store.after(follow))
    follow(store)
  }
  /** The server's tests: open where it has none or nobody knows, with the revision that the next entry replaces. */
  const takeTheirs = (desk: DeskStore, { bookingId, uaid }: Card, rows: readonly CardRow[]) => {
    const athlete = desk.athlete(bookingId)
    // A final that nothing contradicts stays in.
    if (!athlete || (athlete.resultFinal && rows.every(({ there, differs }) => there && !differs))) return
    for (const row of rows) {
      // What was recorded later is still to be sent.
      if (isWaiting(bookingId, row.test)) continue
      const { status, attempts } = athlete.tests[row.test]
      const typed = status === 'open' ? attempts : []
      const open: DeskTest = { status: 'open', attempts: typed, revision: revisionOf(row) }
      desk.replaceTest(uaid, row.test, row.there ? testOf(row.there) : open)
    }
  }
  /** What the desk does once what was recorded is dropped. */
  const withoutOurs = (desk: DeskStore, card: Card, way: CardWay) => {
    const { bookingId, uaid, entries: own, rows, ways } = card
    const ended = way === 'theirs' && !ways.includes('mine')
    if (way === 'request' || way === 'remove' || ended || staysDeclined(card)) return desk.forget(bookingId)
    const drops = (kind: About['kind']) => own.some(({ about }) => about.kind === kind)
    const how = desk.state().left[bookingId]?.how
    // Neither reaches the server without its entry: an athlete who has left the screen with it is put back on the queue.
    if ((drops('final') && how === 'final') || (drops('decline') && how === 'declined'))
      desk.recall(bookingId, false)
    if (drops('final') && desk.athlete(bookingId)) desk.reopen(uaid)
    const refused = rows.filter(({ before }) => before !== null)
    const known = rows.filter(({ before, there, differs }) => before !== null || (differs && there))
    if (way === 'drop') takeTheirs(desk, card, refused)
    else if (way === 'theirs') takeTheirs(desk, card, known)
    const test = own.find(({ about }) => about.test)?.about.test
    const row = rows.find((one) => one.test === test)
    if (way === 'edit' && test && row?.here) {
      const revision = revisionOf(row)
      desk.replaceTest(uaid, test, testOf({ ...row.here, status: 'open', score: null, revision }))
      desk.show(bookingId)
      desk.open({ is: 'test', test })
    }
    if (way === 'reopen' || way === 'carryOn') desk.show(bookingId)
  }
  /** Replaces theirs with ours, test by test, and then the final. What the server has not said may differ too. */
  const sendOurs = (card: Card) => {
    const ours = card.rows.flatMap((row) => {
      const { test, here, there, differs, before } = row
      const mayDiffer = differs || (there === undefined && before !== null)
      return mayDiffer && here && here.status !== 'open'
        ? [{ test, here, status: here.status, replaces: revisionOf(row) }]
        : []
    })
    return decide(
      card.entries.map((entry): Decision => ({ key: entry.key, how: isSentAgain(entry) ? 'again' : 'drop' })),
      ours.map(({ test, here: { attempts }, status, replaces }) =>
        resultWrite(card, test, { attempts, status, replaces }),
      ),
      (desk) => {
        for (const { test, here, replaces } of ours) {
          const protocol = protocolsOf(card.bookingId)?.tests.find(({ TestType }) => TestType === test)
          const score = protocol && here.status === 'closed' ? testScore(protocol, here.attempts) : null
          const athlete = desk.athlete(card.bookingId)
          if (athlete && athlete.resultFinal === undefined)
            desk.replaceTest(
              card.uaid,
              test,
              testOf({ ...here, score: score?.ok ? score.value : null, revision: replaces + 1 }),
            )
        }
        takeTheirs(
          desk,
          card,
          card.rows.filter(({ before, there, differs }) => before !== null && there && !differs),
        )
      },
    )
  }

  const settle = async (card: Card, way: CardWay) => {
    const { bookingId, name, entries: own } = card
    const hadLeft = state.left[bookingId]?.how === 'final'
    if (way === 'again' || way === 'onboard' || way === 'override') {
      const person = way === 'onboard' && !own.some(isOnboarding) ? personOf(bookingId) : null
      await box.resolve(
        own.map((entry): Decision => {
          const { key, write } = entry
          const overrides = way === 'override' && isOnboarding(entry)
          return { key, how: overrides ? { body: { ...write.body, override: true } } : 'again' }
        }),
        person ? [onboardWrite(person)] : [],
      )
    } else if (way === 'mine') await sendOurs(card)
    else {
      await decide(
        own.map(({ key }): Decision => ({ key, how: 'drop' })),
        way === 'request' ? [requestWrite(card, handedOver(card), card.notes)] : [],
        (desk) => withoutOurs(desk, card, way),
      )
      if (hadLeft && store.athlete(bookingId)) setMessage(`${name} is on this tablet again, without a final.`)
    }
    if (way === 'request') setMessage(`${name}: handed to programme delivery with what was recorded here.`)
    if (way === 'edit' || way === 'reopen' || way === 'carryOn') onShow()
  }

  return (
    <RefusedDrawer
      cards={cards}
      message={message}
      protocolsOf={protocolsOf}
      onWay={settle}
      onClose={onClose}
    />
  )
}
