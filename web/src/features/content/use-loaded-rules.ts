import { useQuery } from '@tanstack/react-query'
import { loadRules, type Rules } from '../../rules'

export interface LoadedRules {
  /** Null until they have come, and when they cannot. */
  rules: Rules | null
  failed: boolean
}

/** The rules, for words that can do without them for a moment. */
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
