import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'

/** A query client that asks once for what it does not know; what it knows never grows old. */
export function queriesKnowing(...known: [key: QueryKey, data: unknown][]): QueryClient {
  const staleTime = known.length > 0 ? Infinity : 0
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime } } })
  for (const [key, data] of known) queries.setQueryData(key, data)
  return queries
}

/** A wrapper with a query client, for hooks and for what is rendered again. */
export const around = (queries = queriesKnowing()) =>
  function Around({ children }: { children: ReactNode }) {
    return <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  }

/** Renders with a query client of its own. */
export const renderQueried = (children: ReactNode, queries = queriesKnowing()) =>
  render(children, { wrapper: around(queries) })
