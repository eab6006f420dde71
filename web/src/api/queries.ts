// Queries, and how long their answers stay fresh. One key per resource; features share these.
import { queryOptions } from '@tanstack/react-query'
import { fetchConfig, fetchProfile, fetchResults, fetchResultsOf } from './calls'
import { fetchContentItem } from './content'
import type { OwnResults } from './types'

const MINUTE = 60_000

export const queryKeys = {
  config: ['config'] as const,
  /** Everything about the signed-in person is below this key; signing out removes it. */
  mine: ['mine'] as const,
  profile: ['mine', 'profile'] as const,
  devices: ['mine', 'devices'] as const,
  identities: ['mine', 'identities'] as const,
  passkeys: ['mine', 'passkeys'] as const,
  secondFactor: ['mine', 'second-factor'] as const,
  healthConsent: ['mine', 'health-consent'] as const,
  cards: ['mine', 'cards'] as const,
  crews: ['mine', 'crews'] as const,
  sharing: ['mine', 'sharing'] as const,
  waitlist: ['mine', 'waitlist'] as const,
  providers: ['providers'] as const,
  availability: ['availability'] as const,
  content: ['content'] as const,
}

export const configQuery = () =>
  queryOptions({
    queryKey: queryKeys.config,
    queryFn: ({ signal }) => fetchConfig(signal),
    // A copy kept on the device has no time; it is refetched as soon as there is a network.
    staleTime: ({ state }) => (state.data?.now ? 5 * MINUTE : 0),
    // During maintenance an open page checks for its end by itself.
    refetchInterval: ({ state }) => (state.data?.site?.maintenance ? MINUTE / 4 : false),
  })

/** Enable it only with a session. */
export const profileQuery = () =>
  queryOptions({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => fetchProfile(signal),
    staleTime: MINUTE / 2,
  })

/** The caller's own results. Enable it only with a session. */
export const resultsQuery = () =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'results'],
    queryFn: ({ signal }) => fetchResults(signal),
    staleTime: MINUTE / 2,
  })

/** Whether the newest result waits for its reveal (RULES 8.7). */
export const isNewestHeld = ({ results }: Pick<OwnResults, 'results'>): boolean => results[0]?.held ?? false

/** Somebody's finals with their tests, for staff; a coach gets those of athletes who have accepted them, without held ones. */
export const resultsOfQuery = (uaid: string) =>
  queryOptions({
    queryKey: [...queryKeys.mine, 'results-of', uaid],
    queryFn: ({ signal }) => fetchResultsOf(uaid, signal),
    staleTime: 0,
  })

/** An item of the content hub with its references inlined. */
export const contentItemQuery = (libraryId: string, id: string) =>
  queryOptions({
    queryKey: [...queryKeys.content, libraryId, 'item', id],
    queryFn: ({ signal }) => fetchContentItem(libraryId, id, signal),
    staleTime: 10 * MINUTE,
  })
