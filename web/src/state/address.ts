// What a screen keeps in the address, so that a reload, a link and Back lead to the same view. Knows no router.

/** One value of each name that the query has. */
export type AddressQuery = Readonly<Record<string, string | undefined>>

/** A screen whose filters and open parts live in the address. */
export interface InAddress {
  query: AddressQuery
  /**
   * Puts values into the address beside those that are there; an empty one or `undefined` takes its name out.
   * `step` makes it a step of its own, which Back undoes: for what opens, not for what narrows.
   */
  onQuery: (change: AddressQuery, step?: boolean) => void
}

/** The values of a query string; of a name that comes twice, the first. */
export function readQuery(search: string): AddressQuery {
  const query: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) query[name] ??= value
  return query
}
