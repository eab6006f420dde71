// Every address of the site. Nobody writes a URL by hand: a link, a redirect and a route all come here.

/** The locale's prefix (RULES 13.1). */
export const LOCALE_PREFIX = '/en-gb'

/** The application's own pages, by name; `routes.tsx` mounts exactly these. */
export const ROUTES = {
  home: '/en-gb/',
  login: '/en-gb/login',
  forgotPassword: '/en-gb/forgot-password',
  resetPassword: '/en-gb/reset-password',
  guardianConfirmation: '/en-gb/guardian-confirmation',
  confirmEmail: '/en-gb/confirm-email',
  undoEmailChange: '/en-gb/undo-email-change',
  signInLink: '/en-gb/sign-in-link',
  coachBooking: '/en-gb/coach-booking',
  register: '/en-gb/register',
  userRegistration: '/en-gb/user-registration',
  accountInformation: '/en-gb/account-information',
  signupCompletion: '/en-gb/signup-completion',
  myAccount: '/en-gb/my-account',
  leaderboard: '/en-gb/my-account-my-leaderboard',
  mediaCenter: '/en-gb/my-account-media-center',
  myTests: '/en-gb/my-account-my-booking',
  myProgress: '/en-gb/my-account-my-progress',
  whatItTakes: '/en-gb/my-account-what-it-takes',
  crews: '/en-gb/my-account-crews',
  crewInvitation: '/en-gb/crew',
  bookTest: '/en-gb/my-account-book-test',
  myProfile: '/en-gb/my-account-my-profile',
  faqs: '/en-gb/frequently-asked-questions',
  about: '/en-gb/my-account-about-the-tests',
  terms: '/en-gb/terms-and-conditions',
  privacy: '/en-gb/privacy',
  instoreAdmin: '/en-gb/staff-account-instore-admin',
  deliveryAdmin: '/en-gb/staff-account-pd-admin',
  coachAdmin: '/en-gb/staff-account-coach-admin',
  revealDesk: '/en-gb/staff-account-reveal',
  arrivals: '/en-gb/arrivals',
} as const

type Query = Record<string, string | number | boolean | null | undefined>

/** A path with its query and hash; empty values are left out. */
export function withQuery<P extends string>(path: P, query?: Query, hash?: string): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return `${path}${text ? `?${text}` : ''}${hash ? `#${hash}` : ''}`
}

/** An address as the server may see it: what is behind `#` may be the secret of a link (RULES 15.7). */
export const withoutHash = (address: string): string => address.replace(/#.*$/, '')

interface WayBack {
  callbackUrl?: string
  error?: string
}

/** A page that leads on to `callbackUrl`, which is in the query, or behind `#` if it has a hash itself. */
function leadingTo(path: string, { callbackUrl = '', error }: WayBack = {}): string {
  return callbackUrl.includes('#')
    ? withQuery(path, { error }, `callbackUrl=${encodeURIComponent(callbackUrl)}`)
    : withQuery(path, { callbackUrl, error })
}

/** Addresses with their query and hash, ready for an `href`. */
export const paths = {
  home: (hash?: string) => withQuery(ROUTES.home, undefined, hash),
  /** `callbackUrl` is where to go after signing in; `error` a sign-in code of the auth client. */
  login: (query?: WayBack) => leadingTo(ROUTES.login, query),
  forgotPassword: () => withQuery(ROUTES.forgotPassword),
  resetPassword: () => withQuery(ROUTES.resetPassword),
  guardianConfirmation: () => withQuery(ROUTES.guardianConfirmation),
  confirmEmail: () => withQuery(ROUTES.confirmEmail),
  undoEmailChange: () => withQuery(ROUTES.undoEmailChange),
  signInLink: () => withQuery(ROUTES.signInLink),
  coachBooking: () => withQuery(ROUTES.coachBooking),
  /** `callbackUrl` is where to continue once the account exists. */
  register: (query?: Pick<WayBack, 'callbackUrl'>) => leadingTo(ROUTES.register, query),
  userRegistration: () => withQuery(ROUTES.userRegistration),
  accountInformation: () => withQuery(ROUTES.accountInformation),
  signupCompletion: () => withQuery(ROUTES.signupCompletion),
  myAccount: (hash?: string) => withQuery(ROUTES.myAccount, undefined, hash),
  leaderboard: (query?: { fullscreen?: boolean; season?: number }) => withQuery(ROUTES.leaderboard, query),
  mediaCenter: (hash?: string) => withQuery(ROUTES.mediaCenter, undefined, hash),
  myTests: () => withQuery(ROUTES.myTests),
  myProgress: () => withQuery(ROUTES.myProgress),
  whatItTakes: () => withQuery(ROUTES.whatItTakes),
  /** `crew` is the id of the one that is open. */
  crews: (query?: { crew?: string }) => withQuery(ROUTES.crews, query),
  /** The page behind a crew's link; its token is behind `#`, where no server sees it. */
  crewInvitation: (token?: string) => withQuery(ROUTES.crewInvitation, undefined, token),
  bookTest: (query?: { date?: string; step?: string }) => withQuery(ROUTES.bookTest, query),
  myProfile: (hash?: string) => withQuery(ROUTES.myProfile, undefined, hash),
  faqs: (hash?: string) => withQuery(ROUTES.faqs, undefined, hash),
  about: (hash?: string) => withQuery(ROUTES.about, undefined, hash),
  terms: (hash?: string) => withQuery(ROUTES.terms, undefined, hash),
  privacy: () => withQuery(ROUTES.privacy),
  instoreAdmin: () => withQuery(ROUTES.instoreAdmin),
  /** `section` and what is open in it. */
  deliveryAdmin: (query?: { section: string; [key: string]: string | undefined }) =>
    withQuery(ROUTES.deliveryAdmin, query),
  /** What is open in it. */
  coachAdmin: (query?: Record<string, string | undefined>) => withQuery(ROUTES.coachAdmin, query),
  revealDesk: () => withQuery(ROUTES.revealDesk),
  /** The screen at the door; its secret follows behind `#`. */
  arrivals: () => withQuery(ROUTES.arrivals),
  /**
   * A page of its own, outside the site's routes; `to` is where it leads once there is room. Behind `#`, like the secret that
   * it may contain.
   */
  waitingRoom: (to: string) =>
    withQuery(`${LOCALE_PREFIX}/waiting-room`, undefined, `to=${encodeURIComponent(to)}`),
} as const

/**
 * An authored address for this site: `/x` of a content item becomes `/en-gb/x`; an address with the prefix, another
 * origin, a scheme or only a hash is not changed.
 */
export function localised(href: string): string {
  if (!href.startsWith('/') || href.startsWith('//')) return href
  if (href === LOCALE_PREFIX || href.startsWith(`${LOCALE_PREFIX}/`)) return href
  if (href.startsWith('/api/')) return href
  return `${LOCALE_PREFIX}${href}`
}
