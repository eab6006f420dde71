import type { DeskTest } from '@sixfold/domain'
import { useState } from 'react'
import { useDay } from '../../../offline/day/day'
import { useRules } from '../../../rules'
import { cardsOf, handedOver, isSentAgain, type Card, type CardWay } from './cards'
import { RefusedDrawer } from './RefusedDrawer'
import { readResults, type Value } from './refusals'
import type { DeskContext } from '../desk/use-desk'
import { onboardWrite, requestWrite, resultWrite } from '../writes'

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
  const entries = status.entries.filter(({ state: is, held }) => is === 'refused' || held)
  const personOf = (id: string) => store.person(id) ?? state.left[id]?.person ?? null
  const cards = cardsOf(entries, {
    athlete: (id) => store.athlete(id) ?? state.left[id]?.athlete ?? null,
    queued: (id) => store.athlete(id) !== null,
    booking: (id) => day?.bookings.find(({ eventBookingId }) => eventBookingId === id) ?? null,
  })
  const protocolsOf = (id: string) => personOf(id)?.protocols ?? day?.protocols ?? null

  const drop = async ({ bookingId, uaid, entries: own }: Card) => {
    for (const { key } of own) await box.resolve(key, 'drop')
    // Without its entry a final will never be in, nor a decline.
    if (own.some(({ about }) => about.kind === 'final') && store.athlete(bookingId)) store.reopen(uaid)
    if (own.some(({ about }) => about.kind === 'decline') && state.left[bookingId]?.how === 'declined')
      store.recall(bookingId, false)
  }
  /** Replaces theirs with ours, test by test, and then the final. */
  const sendOurs = async (card: Card) => {
    for (const { test, here, there, differs } of card.rows) {
      if (!differs || !here || here.status === 'open') continue
      const replaces = there?.revision ?? 0
      const { write, about } = resultWrite(card, test, {
        attempts: here.attempts,
        status: here.status,
        replaces,
      })
      await box.add(write, about)
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
    for (const entry of card.entries) await box.resolve(entry.key, isSentAgain(entry) ? 'again' : 'drop')
  }

  const settle = async (card: Card, way: CardWay) => {
    const { bookingId, uaid, entries: own, rows, ways } = card
    if (way === 'again' || way === 'onboard') {
      const person = personOf(bookingId)
      if (way === 'onboard' && person && !own.some(({ about }) => about.kind === 'onboard')) {
        const { write, about } = onboardWrite(person)
        await box.add(write, about)
      }
      for (const { key } of own) await box.resolve(key, 'again')
    } else if (way === 'mine') await sendOurs(card)
    else {
      if (way === 'request') {
        const { write, about } = requestWrite(card, handedOver(card), card.notes)
        await box.add(write, about)
      }
      await drop(card)
    }
    if (way === 'request') {
      store.forget(bookingId)
      setMessage(`${card.name}: handed to programme delivery with what was recorded here.`)
    }
    if (way === 'remove') store.forget(bookingId)
    if (way === 'theirs') {
      if (!ways.includes('mine')) store.forget(bookingId)
      else if (store.athlete(bookingId))
        for (const { test, there, differs } of rows)
          if (differs && there) store.replaceTest(uaid, test, testOf(there))
    }
    const first = own.find(({ about }) => about.test)
    const test = first?.about.test
    const row = rows.find((one) => one.test === test)
    if (way === 'edit' && first && test && row?.here) {
      // Of a test that was recorded twice the server has neither: not the revision that the second one replaces.
      const before = readResults(first.write.body.results).get(test)?.revision ?? 0
      const revision = row.there?.revision ?? (row.there === null ? 0 : before)
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
