// Sends an edit to the content proxy: a list of days as a whole, a session as an item.
import type { CivilDate } from '../../../academy/civil-date'
import { newKey } from '../../../api/client/client'
import { ApiFailure, unanswered } from '../../../api/client/failure'
import type { Request } from '../../../api/contract'
import { detailsOf } from '../../../api/refusal'
import type { ScheduleItem } from '../../../api/types'
import { wireTime } from '../clock-time'
import type { DaysEdit, DecideEdit, Edit, Sent, SessionPlan } from '../edit'
import {
  DAY_ITEMS,
  deleteItem,
  fetchItem,
  postItem,
  putItem,
  type Decision,
  type SessionKind,
  type StoredSession,
} from '../api'

const elementsOf = ({ date, start, end }: SessionPlan): ScheduleItem['elements'] => ({
  sessionDate: { elementType: 'datetime', value: `${date}T00:00:00.000Z` },
  sessionStart: { elementType: 'text', value: wireTime(start) },
  sessionEnd: { elementType: 'text', value: wireTime(end) },
})

function sessionOf({ id, typeId, rev, elements }: ScheduleItem): StoredSession {
  const text = (name: string) => elements[name]?.value ?? ''
  return {
    id,
    kind: typeId as SessionKind,
    date: text('sessionDate').slice(0, 10),
    start: text('sessionStart'),
    end: text('sessionEnd'),
    rev,
  }
}

/** How many times a list of days is read again after somebody else has changed it. */
const TRIES = 3

/** A list of days as it was sent. */
interface SentDays {
  key: string
  body: Request<'PutBody'>
  /** The days that it changes; the others of the edit were that way before. */
  changed: readonly CivilDate[]
}

/** Lists of days that have no answer yet, by the key of their edit. */
export type UnansweredDays = Map<string, SentDays>

/** The list that an edit is written to; any will do for decisions alone. */
const itemOf = (edit: DaysEdit | DecideEdit): string =>
  DAY_ITEMS[edit.act === 'decide' ? 'closed-date' : edit.kind]

/** Reads the list and changes it; of the edit's days, those change that the list does not have that way already. */
async function changedDays(edit: DaysEdit | DecideEdit, decisions: readonly Decision[]): Promise<SentDays> {
  const set = edit.act === 'set-days'
  const { rev, elements } = await fetchItem(itemOf(edit))
  const values = new Set(elements.dates?.values ?? [])
  const changed = edit.act === 'decide' ? [] : edit.dates.filter((date) => values.has(date) !== set)
  for (const date of changed) {
    if (set) values.add(date)
    else values.delete(date)
  }
  const dates = { elementType: 'datetime', values: [...values].sort() }
  // Each list that is read has another revision, so each is a request of its own.
  return { key: newKey(), body: { rev, elements: { dates }, decisions }, changed }
}

/**
 * Sends days. A list whose answer was lost is sent again as it was: if the server has stored it, it repeats its answer, which says
 * what became of the bookings.
 */
async function sendDays(
  edit: DaysEdit | DecideEdit,
  decisions: readonly Decision[],
  key: string,
  unansweredDays: UnansweredDays,
): Promise<Sent> {
  for (let attempt = 1; ; attempt++) {
    const sent = unansweredDays.get(key) ?? (await changedDays(edit, decisions))
    unansweredDays.set(key, sent)
    try {
      const { decided } = await putItem(itemOf(edit), sent.body, sent.key)
      unansweredDays.delete(key)
      return { session: null, dates: sent.changed, decided }
    } catch (cause) {
      if (!(cause instanceof ApiFailure)) throw cause
      if (!unanswered(cause)) unansweredDays.delete(key)
      // Both sides added days: the list is read with theirs, and ours are added again.
      if (cause.errorCode !== 'SCHEDULE_CHANGED' || attempt === TRIES) throw cause
    }
  }
}

/** Sends an edit. */
export async function send(
  edit: Edit,
  decisions: readonly Decision[],
  key: string,
  unansweredDays: UnansweredDays,
): Promise<Sent> {
  if ('dates' in edit || edit.act === 'decide') return sendDays(edit, decisions, key, unansweredDays)
  if (edit.act === 'remove') {
    const { decided } = await deleteItem(edit.session.id, { rev: edit.session.rev, decisions }, key)
    return { session: null, dates: [], decided }
  }
  const written = { typeId: edit.plan.kind, elements: elementsOf(edit.plan), decisions }
  const item =
    edit.act === 'add'
      ? await postItem(written, key)
      : await putItem(edit.session.id, { ...written, rev: edit.session.rev }, key)
  return { session: sessionOf(item), dates: [], decided: item.decided }
}

/** The session as somebody else has stored it meanwhile; null for every other failure. */
export function changedMeanwhile(cause: unknown): StoredSession | null {
  const current = detailsOf(cause, 'SCHEDULE_CHANGED')?.current
  return current ? sessionOf(current) : null
}
