// Which item belongs to which path: as the configuration says, else the site's own pages.
import { PAGES } from '../features/content/page/use-page'
import { LOCALE_PREFIX, ROUTES } from '../paths'

/** A path below the locale's prefix: `/en-gb/news/` is `/news`. */
export function pathBelow(pathname: string): string {
  const below = pathname.startsWith(LOCALE_PREFIX) ? pathname.slice(LOCALE_PREFIX.length) : pathname
  return below.replace(/\/+$/, '') || '/'
}

const KNOWN: ReadonlyMap<string, string> = new Map(
  Object.entries(ROUTES).flatMap(([name, path]) => {
    const id = (PAGES as Record<string, string | undefined>)[name]
    return id === undefined ? [] : [[pathBelow(path), id]]
  }),
)

export type Pages = Readonly<Record<string, string>>

/**
 * The id of the page at a path without the prefix; null if there is none, undefined while the configuration is loading.
 */
export function pageIdAt(path: string, pages: Pages | undefined): string | null | undefined {
  const id = (pages && Object.hasOwn(pages, path) ? pages[path] : undefined) ?? KNOWN.get(path)
  // The item with the words for unknown addresses is not a page.
  if (id === PAGES.notFound) return null
  return id ?? (pages === undefined ? undefined : null)
}

// Personal pages; without a session they redirect to sign in.
const PRIVATE: readonly string[] = [
  ROUTES.myAccount,
  ROUTES.mediaCenter,
  ROUTES.myTests,
  ROUTES.myProgress,
  ROUTES.whatItTakes,
  ROUTES.crews,
  ROUTES.myProfile,
  ROUTES.instoreAdmin,
  ROUTES.deliveryAdmin,
  ROUTES.coachAdmin,
  ROUTES.revealDesk,
].map(pathBelow)

/** Whether a page needs a session, by its path, whatever its content. */
export const isPrivate = (path: string): boolean => PRIVATE.includes(path)
