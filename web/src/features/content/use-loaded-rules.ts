import { useQuery } from '@tanstack/react-query'
import { loadRules, type Rules } from '../../rules'

export interface LoadedRules {
  /** Null until they have loaded, and if they cannot be. */
  rules: Rules | null
  failed: boolean
}

/** The rules, for texts that can do without them until they have loaded. */
export function useLoadedRules(): LoadedRules {
  const { data, isError } = useQuery({
    queryKey: ['rules'],
    queryFn: loadRules,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: 1,
  })
  return { rules: data ?? null, failed: isError }
}
