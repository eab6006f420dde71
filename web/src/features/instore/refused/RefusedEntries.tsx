import type { DeskTest } from '@sixfold/domain'
import { useState } from 'react'
import { useDay } from '../../../offline/day'
import type { Decision } from '../../../offline/outbox'
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

/** The drawer of refused entries, and what each choice does to the queue and the outbox. */
export function RefusedEntries({
  desk: { store, box, status, state },
  onClose,
  onShow,
}: RefusedEntriesProps) {
  const { testScore } = useRules()
  const { day } = useDay()
  const [message, setMessage] = useState('')
  const entries = status.entries.filter(({ state: is, lastRefusal }) => is === 'refused' || lastRefusal)
  const personOf = (id: string) => store.person(id) ?? state.left[id]?.person ?? null
  const listed = (id: string) => day?.bookings.find(({ eventBookingId }) => eventBookingId === id) ?? null
  const cards = cardsOf(entries, {
    athlete: (id) => store.athlete(id) ?? state.left[id]?.athlete ?? null,
    queued: (id) => store.athlete(id) !== null,
    booking: listed,
  })
  const protocolsOf = (id: string) => {
    const booking = listed(id)
    return (booking && day && scoredBy(booking, day)) ?? personOf(id)?.protocols ?? day?.protocols ?? null
  }

  const isWaiting = (id: string, test: TestType) =>
    status.entries.some(
      (entry) => !entries.includes(entry) && entry.about.bookingId === id && entry.about.test === test,
    )

  /** Without its entry a final never reaches the server: an athlete who has left the screen with it is put back on the queue. */
  const takeFinalBack = ({ bookingId, uaid, name }: Card) => {
    const hadLeft = state.left[bookingId]?.how === 'final'
    if (hadLeft) store.recall(bookingId, false)
    if (!store.athlete(bookingId)) return
    store.reopen(uaid)
    if (hadLeft) setMessage(`${name} is on this tablet again, without a final.`)
  }
  const drop = async (card: Card, added: readonly Sending[], leaves: boolean) => {
    const { bookingId, entries: own } = card
    await box.resolve(
      own.map(({ key }): Decision => ({ key, how: 'drop' })),
      added,
    )
    if (leaves) return store.forget(bookingId)
    if (own.some(({ about }) => about.kind === 'final')) takeFinalBack(card)
    // Nor does a decline.
    if (own.some(({ about }) => about.kind === 'decline') && state.left[bookingId]?.how === 'declined')
      store.recall(bookingId, false)
  }
  /** The server's tests: open where it has none or nobody knows, with the revision that the next entry replaces. */
  const takeTheirs = ({ bookingId, uaid }: Card, rows: readonly CardRow[]) => {
    const athlete = store.athlete(bookingId)
    // A final that nothing contradicts stays in.
    if (!athlete || (athlete.resultFinal && rows.every(({ there, differs }) => there && !differs))) return
    for (const row of rows) {
      // What was recorded later is still to be sent.
      if (isWaiting(bookingId, row.test)) continue
      const { status, attempts } = athlete.tests[row.test]
      const typed = status === 'open' ? attempts : []
      const open: DeskTest = { status: 'open', attempts: typed, revision: revisionOf(row) }
      store.replaceTest(uaid, row.test, row.there ? testOf(row.there) : open)
    }
  }
  /** Replaces theirs with ours, test by test, and then the final. What the server has not said may differ too. */
  const sendOurs = async (card: Card) => {
    const ours = card.rows.flatMap((row) => {
      const { test, here, there, differs, before } = row
      const mayDiffer = differs || (there === undefined && before !== null)
      return mayDiffer && here && here.status !== 'open'
        ? [{ test, here, status: here.status, replaces: revisionOf(row) }]
        : []
    })
    await box.resolve(
      card.entries.map((entry): Decision => ({ key: entry.key, how: isSentAgain(entry) ? 'again' : 'drop' })),
      ours.map(({ test, here: { attempts }, status, replaces }) =>
        resultWrite(card, test, { attempts, status, replaces }),
      ),
    )
    for (const { test, here, replaces } of ours) {
      const protocol = protocolsOf(card.bookingId)?.tests.find(({ TestType }) => TestType === test)
      const score = protocol && here.status === 'closed' ? testScore(protocol, here.attempts) : null
      const athlete = store.athlete(card.bookingId)
      if (athlete && athlete.resultFinal === undefined)
        store.replaceTest(
          card.uaid,
          test,
          testOf({ ...here, score: score?.ok ? score.value : null, revision: replaces + 1 }),
        )
    }
    takeTheirs(
      card,
      card.rows.filter(({ before, there, differs }) => before !== null && there && !differs),
    )
  }

  const settle = async (card: Card, way: CardWay) => {
    const { bookingId, uaid, entries: own, rows, ways } = card
    const ended = way === 'theirs' && !ways.includes('mine')
    const leaves = way === 'request' || way === 'remove' || ended || staysDeclined(card)
    if (way === 'again' || way === 'onboard') {
      const isOnboarded = way === 'again' || own.some(({ about }) => about.kind === 'onboard')
      const person = isOnboarded ? null : personOf(bookingId)
      await box.resolve(
        own.map(({ key }): Decision => ({ key, how: 'again' })),
        person ? [onboardWrite(person)] : [],
      )
    } else if (way === 'mine') await sendOurs(card)
    else await drop(card, way === 'request' ? [requestWrite(card, handedOver(card), card.notes)] : [], leaves)
    if (way === 'request')
      setMessage(`${card.name}: handed to programme delivery with what was recorded here.`)
    const refused = rows.filter(({ before }) => before !== null)
    const known = rows.filter(({ before, there, differs }) => before !== null || (differs && there))
    if (way === 'drop') takeTheirs(card, refused)
    else if (way === 'theirs' && !ended) takeTheirs(card, known)
    const test = own.find(({ about }) => about.test)?.about.test
    const row = rows.find((one) => one.test === test)
    if (way === 'edit' && test && row?.here) {
      const revision = revisionOf(row)
      store.replaceTest(uaid, test, testOf({ ...row.here, status: 'open', score: null, revision }))
      store.show(bookingId)
      store.open({ is: 'test', test })
    }
    if (way === 'reopen' || way === 'carryOn') store.show(bookingId)
    if (way === 'edit' || way === 'reopen' || way === 'carryOn') onShow()
  }

  return (
    <RefusedDrawer
      cards={cards}
      message={message}
      protocolsOf={protocolsOf}
      onWay={settle}
      onAll={async () => {
        for (const card of cards) await settle(card, card.ways.includes('theirs') ? 'theirs' : 'drop')
      }}
      onClose={onClose}
    />
  )
}
