/**
 * What an athlete last saw of their own, for use without a network: results, progress and crews, encrypted under a key of its
 * own. It outlives the session's 58 minutes, but not signing out or another person signing in (RULES 10.7).
 */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { SessionClient } from '../auth/session-client'
import { normaliseFailure } from '../api/client/failure'
import { serverNowKnown, toDeviceTime, toServerTime, whenServerNowKnown } from '../api/clock'
import type { Data } from '../api/contract'
import { queryKeys } from '../api/queries'
import { canSeal, makeKey, seal, unseal, type Sealed } from '../state/storage/sealed'
import { isDamaged, isThere, KEY, STORE, within } from './database'
import { deleteDatabase, dropLastSeen, lastSeenDrops, SEEN_DATABASE } from './drop-ticket'

interface Seen {
  /** Whose it is, to notice when somebody else signs in. */
  uaid: string
  queryKey: QueryKey
  data: unknown
  /** When the server answered, ms by its clock. */
  at: number
  /** The same by the device's clock, the only one that a page opened without a network has; an older page stored none. */
  deviceAt?: number
}

/** Older answers are neither shown nor kept. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000

/** Until the server's time is known, `nowMs` is the device's, so the age is counted by the device's clock alone. */
const isPast = ({ at, deviceAt = at }: Seen, nowMs: number) =>
  nowMs - (serverNowKnown() ? at : deviceAt) >= MAX_AGE_MS

/** Which answers are kept: one's own results and progress, the list of crews, and each crew with its board of today. */
export function isKept([scope, name, id, part, season]: QueryKey): boolean {
  if (scope !== 'mine') return false
  if (name === 'results') return id === undefined
  if (name === 'progress') return id === null
  if (name !== 'crews') return false
  return id === undefined || part === 'own' || (part === 'board' && season === 'today')
}

/** A page that shows what is kept. */
export type KeptPart = 'results' | 'progress' | 'crews'

/** The kept answers that such a page shows: those of one crew, if its address names one. */
export function shownKeys(part: KeptPart, crewId: string | undefined): QueryKey[] {
  const { mine, crews } = queryKeys
  switch (part) {
    case 'results':
      return [[...mine, 'results']]
    case 'progress':
      // The results say whether one is held, which the progress leaves out.
      return [
        [...mine, 'progress', null],
        [...mine, 'results'],
      ]
    case 'crews':
      return crewId === undefined
        ? [crews]
        : [
            [...crews, crewId, 'own'],
            [...crews, crewId, 'board', 'today'],
          ]
  }
}

async function keyIn(): Promise<CryptoKey> {
  const found = await within(SEEN_DATABASE, (database) => database.get(STORE, KEY))
  if (found) return found as CryptoKey
  const key = await makeKey()
  await within(SEEN_DATABASE, (database) => database.put(STORE, key, KEY))
  return key
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other, so that two first answers do not make two keys, and nothing new goes with what is taken away. */
function inTurn(act: () => Promise<void>): Promise<void> {
  const done = last.catch(() => undefined).then(act)
  last = done
  return done
}

/** Keeps an answer in the place of the last one of its query. */
export function keepSeen(seen: Seen): Promise<void> {
  if (!canSeal()) return Promise.resolve()
  const born = lastSeenDrops()
  return inTurn(async () => {
    const place = hashKey(seen.queryKey)
    const sealed = await seal(await keyIn(), JSON.stringify(seen), place)
    if (born !== lastSeenDrops()) return
    await within(SEEN_DATABASE, (database) => database.put(STORE, sealed, place))
  })
}

/** Takes away what was kept of all queries whose keys begin like this. */
export function forgetSeen(prefix: QueryKey): Promise<void> {
  const begin = `${hashKey(prefix).slice(0, -1)},`
  return inTurn(async () => {
    if (!(await isThere(SEEN_DATABASE))) return
    const below = IDBKeyRange.bound(begin, `${begin}\uffff`)
    await within(SEEN_DATABASE, (database) => database.delete(STORE, below))
  })
}

async function readAll(): Promise<Seen[]> {
  if (!canSeal() || !(await isThere(SEEN_DATABASE))) return []
  try {
    const [key, names, values] = await within(SEEN_DATABASE, (database) => {
      const { store } = database.transaction(STORE)
      return Promise.all([
        store.get(KEY) as Promise<CryptoKey | undefined>,
        store.getAllKeys(),
        store.getAll() as Promise<(Sealed | CryptoKey)[]>,
      ])
    })
    if (!key) return []
    const entries = names.flatMap((name, at) =>
      name === KEY ? [] : [[String(name), values[at] as Sealed] as const],
    )
    return await Promise.all(
      entries.map(async ([name, sealed]) => JSON.parse(await unseal(key, sealed, name)) as Seen),
    )
  } catch (cause) {
    if (isDamaged(cause)) await dropLastSeen()
    return []
  }
}

/** Everything that is kept and not too old. */
export async function readSeen(nowMs: number): Promise<Seen[]> {
  return (await readAll()).filter((seen) => !isPast(seen, nowMs))
}

/** Takes away what another person saw, however old. */
export function dropSeenOfOthers(uaid: string): Promise<void> {
  return inTurn(async () => {
    const seen = await readAll()
    if (seen.some((one) => one.uaid !== uaid)) await deleteDatabase(SEEN_DATABASE)
  })
}

function drop(isGone: (seen: Seen) => boolean): Promise<void> {
  return inTurn(async () => {
    const seen = await readAll()
    const gone = seen.filter(isGone)
    if (gone.length === 0) return
    if (gone.length === seen.length) return deleteDatabase(SEEN_DATABASE)
    await within(SEEN_DATABASE, (database) =>
      Promise.all(gone.map(({ queryKey }) => database.delete(STORE, hashKey(queryKey)))),
    )
  })
}

/** Takes away what is too old by the server's clock; a device's own may be wrong. */
export const dropPastSeen = (serverNowMs: number): Promise<void> => drop((seen) => isPast(seen, serverNowMs))

/** Takes away what was kept of crews that somebody is not in any more. */
const dropCrewsBut = (crewIds: readonly string[]): Promise<void> =>
  drop(({ queryKey: [, name, id] }) => name === 'crews' && id !== undefined && !crewIds.includes(String(id)))

/** Whether a crew is closed to the person who asked: they are not in it, it is gone, or they may not take part. */
export const isClosed = (error: unknown): boolean => [403, 404, 422].includes(normaliseFailure(error).status)

/**
 * Keeps what the signed-in person sees from now on, and has seen on this page already, once the server's time is known. A crew
 * that is closed to them, or not in the list of their crews any more, is forgotten (RULES 15.8).
 */
export function keepWhatIsSeenOf(queries: QueryClient, session: SessionClient): void {
  const cache = queries.getQueryCache()
  const keep = (queryKey: QueryKey, data: unknown, deviceAt: number) => {
    const uaid = session.getState().data?.uaid
    // What was brought back from here is not news.
    if (
      uaid === undefined ||
      data === undefined ||
      deviceAt === 0 ||
      !isKept(queryKey) ||
      broughtBack.has(data as object)
    )
      return
    if (serverNowKnown())
      void keepSeen({ uaid, queryKey, data, at: toServerTime(deviceAt), deviceAt }).catch(() => undefined)
    if (hashKey(queryKey) !== hashKey(queryKeys.crews)) return
    const { crews } = data as Data<'get', 'user/crew'>
    void dropCrewsBut(crews.map(({ crewId }) => crewId)).catch(() => undefined)
  }
  const forget = (queryKey: QueryKey) => {
    const [, name, crewId, part] = queryKey
    if (name === 'crews' && part !== undefined && isKept(queryKey))
      void forgetSeen([...queryKeys.crews, crewId]).catch(() => undefined)
  }
  whenServerNowKnown(() => {
    for (const { queryKey, state } of cache.getAll()) keep(queryKey, state.data, state.dataUpdatedAt)
  })
  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { queryKey, state } = event.query
    if (event.action.type === 'success') keep(queryKey, state.data, state.dataUpdatedAt)
    if (event.action.type === 'error' && isClosed(event.action.error)) forget(queryKey)
  })
}

const broughtBack = new WeakSet<object>()

/** Who is signed in: null for nobody, undefined while that is not known. */
function whoIsIn(session: SessionClient): string | null | undefined {
  const { status, data } = session.getState()
  return data?.uaid ?? (status === 'loading' || session.isUnsure() ? undefined : null)
}

/** Ends the wait for the session of what was brought back last. */
let stopWaiting = () => {}

/**
 * Puts what is kept where the pages look for it, unless a newer answer is there; returns what that was. It is removed again as
 * soon as it turns out that nobody, or somebody else, is signed in.
 */
export async function bringBackSeen(
  queries: QueryClient,
  session: SessionClient,
  nowMs: number,
): Promise<Pick<Seen, 'queryKey' | 'at'>[]> {
  const kept = await readSeen(nowMs)
  // Asked only now: the session may have become known during the reading.
  const uaid = whoIsIn(session)
  const seen = kept.filter((one) => uaid === undefined || one.uaid === uaid)
  const [first] = seen
  if (!first) return []
  for (const { queryKey, data, at } of seen) {
    if (queries.getQueryData(queryKey) !== undefined) continue
    const updatedAt = toDeviceTime(at)
    queries.setQueryData(queryKey, data, { updatedAt })
    // On a device whose clock is behind, that time is yet to come, and the data would count as fresh until then.
    if (updatedAt > Date.now()) void queries.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    const put = queries.getQueryData<object>(queryKey)
    if (put) broughtBack.add(put)
  }
  stopWaiting()
  stopWaiting = session.subscribe(() => {
    const { status, data } = session.getState()
    if (status === 'loading' || session.isUnsure()) return
    if (data?.uaid !== first.uaid) queries.removeQueries({ queryKey: queryKeys.mine })
    stopWaiting()
  })
  return seen.map(({ queryKey, at }) => ({ queryKey, at }))
}
