// Sends an edit to the content proxy: a list of days as a whole, a session as an item.
import { newKey } from '../../../api/client/client'
import { ApiFailure } from '../../../api/client/failure'
import { detailsOf } from '../../../api/refusal'
import type { ScheduleItem } from '../../../api/types'
import { wireTime } from '../clock-time'
import type { DaysEdit, Edit, Sent, SessionPlan } from '../edit'
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

/** Sends days; of these, those have changed that the list did not have that way already. */
async function sendDays(edit: DaysEdit, decisions: readonly Decision[]): Promise<Sent> {
  const id = DAY_ITEMS[edit.kind]
  const set = edit.act === 'set-days'
  for (let attempt = 1; ; attempt++) {
    const { rev, elements } = await fetchItem(id)
    const values = new Set(elements.dates?.values ?? [])
    const changed = edit.dates.filter((date) => values.has(date) !== set)
    for (const date of changed) {
      if (set) values.add(date)
      else values.delete(date)
    }
    const dates = { elementType: 'datetime', values: [...values].sort() }
    try {
      // Each try sends another revision, so each is a request of its own; days are added or removed only once anyway.
      const { decided } = await putItem(id, { rev, elements: { dates }, decisions }, newKey())
      return { session: null, dates: changed, decided }
    } catch (cause) {
      // Both sides added days: the list is read with theirs, and ours are added again.
      const meanwhile = cause instanceof ApiFailure && cause.errorCode === 'SCHEDULE_CHANGED'
      if (!meanwhile || attempt === TRIES) throw cause
    }
  }
}

/** Sends an edit. */
export async function send(edit: Edit, decisions: readonly Decision[], key: string): Promise<Sent> {
  if ('dates' in edit) return sendDays(edit, decisions)
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
