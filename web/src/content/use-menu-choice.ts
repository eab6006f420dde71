import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../api/queries'
import { loadRules } from '../rules'

/** MY TESTS or BOOK A TEST in the menu, by the status of the athlete's latest entry (RULES 13.2). */
export function useMenuChoice(signedIn: boolean): 'MY_TESTS' | 'BOOK_A_TEST' {
  const { data: profile } = useQuery({ ...profileQuery(), enabled: signedIn })
  const status = profile?.events[0]?.eventList[0]?.eventTestStatus ?? null
  const { data } = useQuery({
    queryKey: ['menu-choice', status],
    queryFn: async () => (await loadRules()).menuChoice(status),
    enabled: signedIn && profile !== undefined,
    staleTime: Infinity,
  })
  return data === 'MY_TESTS' ? 'MY_TESTS' : 'BOOK_A_TEST'
}
