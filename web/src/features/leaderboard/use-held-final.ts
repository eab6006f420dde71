import { useQuery } from '@tanstack/react-query'
import { resultsQuery } from '../../api/queries'

/**
 * Whether the athlete has a held final in this season (RULES 8.7); undefined until that is known. Enable it for an athlete
 * only.
 */
export const useHeldFinal = (season: number | undefined, enabled = true): boolean | undefined =>
  useQuery({ ...resultsQuery(), enabled }).data?.results.some(
    (result) => result.held && result.season === season,
  )
