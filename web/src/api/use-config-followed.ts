import { useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryKeys } from './queries'

/** What is refetched with the settings by default. */
const SETTINGS: readonly QueryKey[] = [queryKeys.config]

/**
 * Settings, seasons or the schedule have changed: what was read of them is refetched. `version` is the live stream's,
 * undefined until it has spoken; `keys` must be the same list at every drawing.
 */
export function useConfigFollowed(version: number | undefined, keys: readonly QueryKey[] = SETTINGS) {
  const queries = useQueryClient()
  const known = useRef(version)
  useEffect(() => {
    if (version === undefined || version === known.current) return
    // The first one says how things stand, not that they have changed.
    if (known.current !== undefined) {
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    }
    known.current = version
  }, [version, keys, queries])
}
