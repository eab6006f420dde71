// What this tab cannot draw is loaded from the server: an address that it does not know, or a page whose code does not come.
import { useEffect, useState } from 'react'
import { checkNetwork, isOnline } from '../api/client/network'
import { go } from '../auth/protocol'
import { MissingCode } from '../components/PartBoundary'
import { isSomethingTyped } from '../offline/typing'

/** The address that this document was loaded from: the server has answered for it. */
export const loadedFrom = window.location.pathname

let loading: Promise<void> | null = null

/** Once for a page, however many of its components ask. */
const load = (cause: unknown) =>
  (loading ??= loadPage(cause).finally(() => {
    loading = null
  }))

async function loadPage(cause: unknown) {
  const { pathname } = window.location
  await checkNetwork(cause)
  if (isOnline() && window.location.pathname === pathname) go(window.location.href)
}

/**
 * Whether the page is being loaded from the server since a component of it failed with `error`: after a release the files that
 * this tab knows are gone. That happens once for each address, and never over something typed.
 */
export function useFromServer(error: unknown): boolean {
  const [asks, setAsks] = useState(
    () =>
      error instanceof MissingCode &&
      isOnline() &&
      window.location.pathname !== loadedFrom &&
      !isSomethingTyped(),
  )
  useEffect(() => {
    if (asks) void load(error).then(() => setAsks(isOnline()))
  }, [asks, error])
  return asks
}
