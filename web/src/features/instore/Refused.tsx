import { useRules } from '../../rules'
import type { Entry } from '../../offline/outbox/outbox'
import type { DeskTest } from '@sixfold/domain'
import { RefusedDrawer } from './RefusedDrawer'
import { refusalOf, replacing, typedIn, type Value, type Way } from './refusals'
import type { Shown } from './use-desk'

interface RefusedProps {
  shown: Shown
  onClose: () => void
  /** Somebody has come on screen. */
  onShow: () => void
}

const kept = ({ status, attempts, score, revision }: Value): DeskTest => ({
  status,
  attempts,
  revision,
  ...(score === null ? {} : { score }),
})

/** The drawer of what was refused, and what each way does to the queue and to the outbox. */
export function Refused({ shown: { store, box, status }, onClose, onShow }: RefusedProps) {
  const { testScore } = useRules()
  const entries = status.entries.filter(({ state, held }) => state === 'refused' || held)
  const protocolsOf = (bookingId: string) => store.person(bookingId)?.protocols ?? null

  /** The typed value as it stands once it has replaced the server's. */
  const mineOver = (entry: Entry, mine: Value, revision: number): DeskTest => {
    const protocol = protocolsOf(entry.about.bookingId)?.tests.find(
      ({ TestType }) => TestType === entry.about.test,
    )
    const score = protocol && mine.status === 'closed' ? testScore(protocol, mine.attempts) : null
    return kept({ ...mine, score: score?.ok ? score.value : null, revision })
  }

  const settle = async (entry: Entry, way: Way) => {
    const { about, key } = entry
    const { uaid, bookingId, test } = about
    const { rows } = refusalOf(entry)
    const row = rows.find((one) => one.test === test)
    const theirs = row?.theirs ?? null
    const mine = row?.mine ?? typedIn(entry)
    if (way === 'again') return box.resolve(key, 'again')
    if (way === 'mine' && test && mine) {
      const there = theirs?.revision ?? 0
      await box.resolve(key, { body: replacing(entry, there) })
      return store.take(uaid, test, mineOver(entry, mine, there + 1))
    }
    await box.resolve(key, 'drop')
    if (way === 'theirs') for (const one of rows) if (one.theirs) store.take(uaid, one.test, kept(one.theirs))
    if (way === 'remove') store.done(uaid)
    if (way === 'reopen') store.reopen(uaid)
    if (way === 'edit' && test && mine) {
      const revision = theirs?.revision ?? mine.revision
      store.take(uaid, test, kept({ status: 'open', attempts: mine.attempts, score: null, revision }))
      store.show(bookingId)
      store.open({ is: 'test', test })
    }
    if (way === 'edit' || way === 'reopen') onShow()
  }

  return (
    <RefusedDrawer
      entries={entries}
      protocolsOf={protocolsOf}
      isQueued={(uaid) => store.state().queue.some((one) => one.uaid === uaid)}
      onWay={(entry, way) => void settle(entry, way).catch(() => undefined)}
      onClose={onClose}
    />
  )
}
