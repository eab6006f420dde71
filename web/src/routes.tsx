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

const ContentRoute = lazyRouteComponent(() => import('./routes/ContentRoute'), 'ContentRoute')

const page = <P extends string>(path: P) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: ContentRoute,
    // The page before stays, under the progress bar, until this one can be drawn in one go.
    loader: async ({ context: { queries }, location }) => {
      if (queries === null) return
      const { prepare } = await import('./first-html/prepare')
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
  page(ROUTES.home),
  page(ROUTES.login),
  page(ROUTES.forgotPassword),
  page(ROUTES.resetPassword),
  page(ROUTES.guardianConfirmation),
  page(ROUTES.confirmEmail),
  page(ROUTES.undoEmailChange),
  page(ROUTES.signInLink),
  page(ROUTES.coachBooking),
  page(ROUTES.register),
  page(ROUTES.userRegistration),
  page(ROUTES.accountInformation),
  page(ROUTES.signupCompletion),
  page(ROUTES.myAccount),
  page(ROUTES.leaderboard),
  page(ROUTES.mediaCenter),
  page(ROUTES.bookTest),
  page(ROUTES.myTests),
  page(ROUTES.myProgress),
  page(ROUTES.whatItTakes),
  page(ROUTES.crews),
  page(ROUTES.crewInvitation),
  page(ROUTES.myProfile),
  page(ROUTES.faqs),
  page(ROUTES.about),
  page(ROUTES.terms),
  page(ROUTES.instoreAdmin),
  page(ROUTES.deliveryAdmin),
  page(ROUTES.coachAdmin),
  page(ROUTES.revealDesk),
  page(ROUTES.arrivals),
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
  defaultNotFoundComponent: lazyRouteComponent(() => import('./routes/NotFoundPage'), 'NotFoundPage'),
  defaultErrorComponent: ErrorPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
