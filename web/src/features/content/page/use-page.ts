import { useQuery } from '@tanstack/react-query'
import { configQuery, contentItemQuery } from '../../../api/queries'
import type { EventConfig } from '../../../api/types'
import { asContentItem, type ContentItem } from '../content-item'

/** The pages that the site links to, with the ids of their seeds, which are known before the configuration is. */
export const PAGES = {
  home: 'home',
  faqs: 'faqs',
  about: 'about',
  terms: 'terms',
  myAccount: 'my-account',
  notFound: 'not-found',
  login: 'login',
  forgotPassword: 'forgot-password',
  resetPassword: 'reset-password',
  guardianConfirmation: 'guardian-confirmation',
  confirmEmail: 'confirm-email',
  undoEmailChange: 'undo-email-change',
  signInLink: 'sign-in-link',
  coachBooking: 'coach-booking',
  register: 'register',
  userRegistration: 'user-registration',
  accountInformation: 'account-information',
  signupCompletion: 'signup-completion',
  mediaCenter: 'media-center',
  bookTest: 'book-test',
  myTests: 'my-tests',
  whatItTakes: 'what-it-takes',
  crews: 'crews',
  crewInvitation: 'crew-invitation',
  myProfile: 'my-profile',
  deliveryAdmin: 'delivery-admin',
  revealDesk: 'reveal-desk',
  arrivals: 'arrivals',
} as const

/** The library of a new installation; requested at once, before the configuration has named its library. */
export const FIRST_LIBRARY = 'sixfold-en-gb'

export interface PageState {
  page: ContentItem | null
  failed: boolean
  error: unknown
  retrying: boolean
  retry: () => void
}

const libraryOf = ({ libraryEntry }: EventConfig) => libraryEntry.libraryId

/** A page with the items it refers to. `page` is null while it is loading and if that failed. */
export function usePage(id: string): PageState {
  // Other settings, such as the server's time, do not re-render the page.
  const { data: library } = useQuery({ ...configQuery(), select: libraryOf })
  const { data, error, isError, isFetching, refetch } = useQuery(
    contentItemQuery(library ?? FIRST_LIBRARY, id),
  )
  const page = asContentItem(data)
  const unreadable = data !== undefined && page === null
  return {
    page,
    failed: page === null && (isError || unreadable),
    error,
    retrying: isFetching,
    retry: () => void refetch(),
  }
}
