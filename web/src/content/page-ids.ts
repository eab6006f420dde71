// Which item belongs to which path: what the configuration says, else the pages that the site itself leads to.
import { PAGES } from '../features/content/use-page'
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
 * The id of the page at a path below the prefix; null where there is none, undefined while the configuration, which
 * would know, has not come.
 */
export function pageIdAt(path: string, pages: Pages | undefined): string | null | undefined {
  const id = (pages && Object.hasOwn(pages, path) ? pages[path] : undefined) ?? KNOWN.get(path)
  // The words of the page for what cannot be found are no page.
  if (id === PAGES.notFound) return null
  return id ?? (pages === undefined ? undefined : null)
}

// What is a person's own; everybody else is sent to sign in.
const PRIVATE: readonly string[] = [
  ROUTES.myAccount,
  ROUTES.mediaCenter,
  ROUTES.myTests,
  ROUTES.myProfile,
  ROUTES.instoreAdmin,
  ROUTES.deliveryAdmin,
  ROUTES.coachAdmin,
  ROUTES.revealDesk,
].map(pathBelow)

/** Whether a page is for people who are signed in: by its path, whatever is authored there. */
export const isPrivate = (path: string): boolean => PRIVATE.includes(path)
