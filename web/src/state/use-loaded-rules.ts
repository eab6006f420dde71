import { useQuery } from '@tanstack/react-query'
import { loadRules, type Rules } from '../rules'

export interface LoadedRules {
  /** Null until they have loaded, and if they cannot be. */
  rules: Rules | null
  failed: boolean
}

/** The rules, for texts that can do without them until they have loaded; loaded only where they are `wanted`. */
export function useLoadedRules(wanted = true): LoadedRules {
  const { data, isError } = useQuery({
    queryKey: ['rules'],
    queryFn: loadRules,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: 1,
    enabled: wanted,
  })
  return { rules: data ?? null, failed: isError }
}
