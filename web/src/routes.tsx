// Which page stands at which address. Every page is a chunk of its own.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router'
import { paths, ROUTES } from './paths'
import { AppShell } from './shell/AppShell'
import { ErrorPage } from './shell/ErrorPage'

const root = createRootRoute({ component: AppShell })

const page = <P extends string>(path: P, component: RouteComponent) =>
  createRoute({ getParentRoute: () => root, path, component })

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
  page(
    ROUTES.home,
    lazyRouteComponent(() => import('./routes/HomePage'), 'HomePage'),
  ),
  page(
    ROUTES.login,
    lazyRouteComponent(() => import('./routes/LoginPage'), 'LoginPage'),
  ),
  page(
    ROUTES.forgotPassword,
    lazyRouteComponent(() => import('./routes/ForgotPasswordPage'), 'ForgotPasswordPage'),
  ),
  page(
    ROUTES.resetPassword,
    lazyRouteComponent(() => import('./routes/ResetPasswordPage'), 'ResetPasswordPage'),
  ),
  page(
    ROUTES.guardianConfirmation,
    lazyRouteComponent(() => import('./routes/GuardianPage'), 'GuardianPage'),
  ),
  page(
    ROUTES.register,
    lazyRouteComponent(() => import('./routes/RegisterPage'), 'RegisterPage'),
  ),
  page(
    ROUTES.userRegistration,
    lazyRouteComponent(() => import('./routes/UserRegistrationPage'), 'UserRegistrationPage'),
  ),
  page(
    ROUTES.accountInformation,
    lazyRouteComponent(() => import('./routes/AccountInformationPage'), 'AccountInformationPage'),
  ),
  page(
    ROUTES.signupCompletion,
    lazyRouteComponent(() => import('./routes/SignupCompletionPage'), 'SignupCompletionPage'),
  ),
  page(
    ROUTES.myAccount,
    lazyRouteComponent(() => import('./routes/MyAccountPage'), 'MyAccountPage'),
  ),
  page(
    ROUTES.bookTest,
    lazyRouteComponent(() => import('./routes/BookTestPage'), 'BookTestPage'),
  ),
  page(
    ROUTES.myTests,
    lazyRouteComponent(() => import('./routes/MyTestsPage'), 'MyTestsPage'),
  ),
  page(
    ROUTES.myProfile,
    lazyRouteComponent(() => import('./routes/MyProfilePage'), 'MyProfilePage'),
  ),
  page(
    ROUTES.faqs,
    lazyRouteComponent(() => import('./routes/FaqsPage'), 'FaqsPage'),
  ),
  page(
    ROUTES.about,
    lazyRouteComponent(() => import('./routes/AboutPage'), 'AboutPage'),
  ),
  page(
    ROUTES.terms,
    lazyRouteComponent(() => import('./routes/TermsPage'), 'TermsPage'),
  ),
  moved(ROUTES.privacy, paths.terms('privacy')),
])

export const router = createRouter({
  routeTree,
  trailingSlash: 'preserve',
  scrollRestoration: true,
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
