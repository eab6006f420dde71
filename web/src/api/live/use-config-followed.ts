import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryKeys } from '../queries'

/** Refetched with the settings by default. */
const SETTINGS: readonly QueryKey[] = [queryKeys.config]

/**
 * Refetches what depends on settings, seasons or the schedule when those have changed. `version` is the live stream's,
 * undefined until its first event; `keys` must be the same list in every render.
 */
export function useConfigFollowed(version: number | undefined, keys: readonly QueryKey[] = SETTINGS) {
  const queries = useQueryClient()
  const known = useRef(version)
  useEffect(() => {
    if (version === undefined || version === known.current) return
    // The first version tells the present state, not a change.
    if (known.current !== undefined) {
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    }
    known.current = version
  }, [version, keys, queries])
}
