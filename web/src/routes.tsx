// Which page is at which address: every address is a page of the content hub, drawn by one route.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { paths, ROUTES } from './paths'
import { Root } from './routes/Root'
import { ErrorPage } from './shell/ErrorPage'

/** What the routes need from outside: where a page's item is kept once it has been fetched. */
interface RouterContext {
  queries: QueryClient | null
}

const root = createRootRouteWithContext<RouterContext>()({ component: Root })

const pages = () => import('./routes/pages')
const ContentRoute = lazyRouteComponent(pages, 'ContentRoute')

const page = <P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: ContentRoute,
    // The page before stays, under the progress bar, until this one can be drawn in one go.
    loader: async ({ context: { queries }, location }) => {
      if (queries === null) return
      const { prepare } = await pages()
      await prepare(queries, location.pathname)
    },
  })

const moved = <P extends string>(path: P, href: string) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ href, replace: true })
    },
  })

const routeTree = root.addChildren([
  moved('/', paths.home()),
  ...Object.values(ROUTES)
    .filter((path) => path !== ROUTES.privacy)
    .map((path) => page(path)),
  moved(ROUTES.privacy, paths.terms('privacy')),
  // Whatever else has been authored; an address without a page says so.
  page('/en-gb/$'),
])

let arrival: string | undefined
let hasLeft = false

export const router = createRouter({
  routeTree,
  context: { queries: null },
  trailingSlash: 'preserve',
  // The scroll position in the server's markup is kept when the site's script starts.
  scrollRestoration: ({ location }) => {
    const key = location.state.__TSR_key
    arrival ??= key
    hasLeft ||= key !== arrival
    return hasLeft || window.scrollY === 0
  },
  defaultPreload: false,
  // A page that comes fast is not announced by a flash of nothing.
  defaultPendingMs: 10_000,
  defaultNotFoundComponent: lazyRouteComponent(pages, 'NotFoundPage'),
  defaultErrorComponent: ErrorPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
