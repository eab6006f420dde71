/**
 * The hash of the page to which a sign-in elsewhere leads back. It may be the secret of a link (RULES 15.7), so it does not go
 * along to the server and the provider: it waits in this tab.
 */
import { withoutHash } from '../paths'
import { tabStorage } from '../state/storage/browser-storage'

const KEY = 'sixfold.kept-hash'

/** Keeps the hash of `page`, if it has one, for the next page that this tab loads. */
export function keepHash(page: string): void {
  if (page.includes('#')) tabStorage.set(KEY, new URL(page, window.location.origin).href)
}

/** Gives the page that has loaded its hash back. After a sign-in that failed, the sign-in page gets it and leads on with it. */
export function restoreHash(): void {
  const page = tabStorage.get(KEY)
  tabStorage.remove(KEY)
  const { href, searchParams, hash } = new URL(window.location.href)
  if (page === null || hash !== '') return
  const restore = (address: string) => window.history.replaceState(window.history.state, '', address)
  if (href === withoutHash(page)) restore(page)
  else if (searchParams.get('callbackUrl') === withoutHash(page))
    restore(`${href}#callbackUrl=${encodeURIComponent(page)}`)
}
