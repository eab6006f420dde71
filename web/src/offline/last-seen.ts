/**
 * What an athlete last saw of their own, for use without a network: results, progress and crews, encrypted under a key of its
 * own. It outlives the session's 58 minutes, but not signing out or another person signing in (RULES 10.7).
 */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import type { SessionClient } from '../auth/session-client'
import { queryKeys } from '../api/queries'
import { canSeal, makeKey, seal, unseal, type Sealed } from '../state/storage/sealed'
import { isDamaged, KEY, STORE, within } from './database'
import { dropLastSeen, lastSeenDrops, SEEN_DATABASE } from './drop-ticket'

interface Seen {
  /** Whose it is, to notice when somebody else signs in. */
  uaid: string
  queryKey: QueryKey
  data: unknown
  /** When the server answered, ms. */
  at: number
}

/** Older answers are not shown. */
const MAX_AGE_MS = 30 * 24 * 60 * 60_000

/** Which answers are kept: one's own results and progress, the list of crews, and each crew with its board of today. */
export function isKept([scope, name, id, part, season]: QueryKey): boolean {
  if (scope !== 'mine') return false
  if (name === 'results') return id === undefined
  if (name === 'progress') return id === null
  if (name !== 'crews') return false
  return id === undefined || part === 'own' || (part === 'board' && season === 'today')
}

async function keyIn(): Promise<CryptoKey> {
  const found = await within(SEEN_DATABASE, (database) => database.get(STORE, KEY))
  if (found) return found as CryptoKey
  const key = await makeKey()
  await within(SEEN_DATABASE, (database) => database.put(STORE, key, KEY))
  return key
}

// One after the other, so that two first answers do not make two keys.
let last: Promise<unknown> = Promise.resolve()

/** Keeps an answer in the place of the last one of its query. */
export function keepSeen(seen: Seen): Promise<void> {
  if (!canSeal()) return Promise.resolve()
  const born = lastSeenDrops()
  const kept = last
    .catch(() => undefined)
    .then(async () => {
      const place = hashKey(seen.queryKey)
      const sealed = await seal(await keyIn(), JSON.stringify(seen), place)
      if (born !== lastSeenDrops()) return
      await within(SEEN_DATABASE, (database) => database.put(STORE, sealed, place))
    })
  last = kept
  return kept
}

/** Looking for it would make an empty database. */
async function isThere(): Promise<boolean> {
  // An older browser does not say.
  const all = await indexedDB.databases?.().catch(() => undefined)
  return all?.some(({ name }) => name === SEEN_DATABASE) ?? true
}

/** Everything that is kept and not too old. */
export async function readSeen(nowMs: number): Promise<Seen[]> {
  if (!canSeal() || !(await isThere())) return []
  try {
    const [key, names, values] = await within(SEEN_DATABASE, (database) =>
      Promise.all([
        database.get(STORE, KEY) as Promise<CryptoKey | undefined>,
        database.getAllKeys(STORE),
        database.getAll(STORE) as Promise<(Sealed | CryptoKey)[]>,
      ]),
    )
    if (!key) return []
    const entries = names.flatMap((name, at) =>
      name === KEY ? [] : [[String(name), values[at] as Sealed] as const],
    )
    const seen = await Promise.all(
      entries.map(async ([name, sealed]) => JSON.parse(await unseal(key, sealed, name)) as Seen),
    )
    return seen.filter(({ at }) => nowMs - at < MAX_AGE_MS)
  } catch (cause) {
    if (isDamaged(cause)) await dropLastSeen()
    return []
  }
}

/** Takes away what another person saw. */
export async function dropSeenOfOthers(uaid: string, nowMs: number): Promise<void> {
  const seen = await readSeen(nowMs)
  if (seen.some((one) => one.uaid !== uaid)) await dropLastSeen()
}

/** Keeps what the signed-in person sees from now on, and has seen on this page already. */
export function keepWhatIsSeenOf(queries: QueryClient, session: SessionClient): void {
  const cache = queries.getQueryCache()
  const keep = (queryKey: QueryKey, data: unknown, at: number) => {
    const uaid = session.getState().data?.uaid
    // What was brought back from here is not news.
    if (
      uaid === undefined ||
      data === undefined ||
      at === 0 ||
      !isKept(queryKey) ||
      broughtBack.has(data as object)
    )
      return
    void keepSeen({ uaid, queryKey, data, at }).catch(() => undefined)
  }
  for (const { queryKey, state } of cache.getAll()) keep(queryKey, state.data, state.dataUpdatedAt)
  cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    keep(event.query.queryKey, event.query.state.data, event.query.state.dataUpdatedAt)
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
 * Puts what is kept where the pages look for it, unless a newer answer is there; returns what that was, newest first. It is
 * removed again as soon as it turns out that nobody, or somebody else, is signed in.
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
    queries.setQueryData(queryKey, data, { updatedAt: at })
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
  return seen.map(({ queryKey, at }) => ({ queryKey, at })).sort((one, other) => other.at - one.at)
}
