import { useQuery } from '@tanstack/react-query'
import { loadRules, type Rules } from '../../rules'

/** The rules once they have come, null until then and when they cannot: for words that can do without for a moment. */
export function useLoadedRules(): Rules | null {
  const { data } = useQuery({
    queryKey: ['rules'],
    queryFn: loadRules,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return data ?? null
}
