// The pages that people need even while the content hub is unavailable: they can sign in, sign up and book, with plain
// wording.
import type { ContentItem, Elements } from '../features/content/content-item'

const text = (value: string) => ({ elementType: 'text', value })

function builtIn(id: string, template: string, title: string, headline: string, parts: ContentItem[]) {
  const elements: Elements = {
    title: text(title),
    headline: text(headline),
    template: { elementType: 'category', categories: [template] },
    components: { elementType: 'reference', values: parts },
  }
  return { id, name: title, typeId: 'page', type: 'Page', elements } satisfies ContentItem
}

const component = (typeId: string, elements: Elements = {}): ContentItem => ({
  id: `built-in-${typeId}`,
  name: typeId,
  typeId,
  type: typeId,
  elements,
})

const form = (id: string, name: string, title: string) =>
  builtIn(id, 'Image-Left-Content-Right', title, '', [component('form', { form: text(name) })])

const PAGES: readonly ContentItem[] = [
  form('login', 'login', 'Sign in'),
  form('forgot-password', 'forgot-password', 'Forgotten password'),
  form('reset-password', 'reset-password', 'New password'),
  form('guardian-confirmation', 'guardian-confirmation', 'Guardian’s consent'),
  form('confirm-email', 'confirm-email', 'Confirm your e-mail'),
  form('undo-email-change', 'undo-email-change', 'Undo a change of e-mail'),
  form('sign-in-link', 'sign-in-link', 'Sign in'),
  form('coach-booking', 'coach-booking', 'Your coach'),
  form('register', 'eligibility', 'Sign up'),
  form('user-registration', 'registration', 'Create your account'),
  form('account-information', 'account-information', 'Account information'),
  form('signup-completion', 'signup-completion', 'You are in'),
  builtIn('book-test', 'Dashboard', 'Book a test', 'Pick your moment.', [component('calendar')]),
  builtIn('my-tests', 'Dashboard', 'My tests', 'Your ticket.', [
    component('booking-details'),
    component('test-results'),
  ]),
  builtIn('my-profile', 'Dashboard', 'My Profile', 'Keep it current.', [component('my-profile')]),
  // Without it nobody could repair a broken page.
  builtIn('delivery-admin', 'Flexi', 'Programme delivery', 'Programme delivery', [
    component('delivery-admin'),
  ]),
  // People may be queuing.
  builtIn('arrivals', 'Flexi', 'Check in', 'Check in', [
    component('arrivals', {
      headline: text('Check in.'),
      text: {
        elementType: 'formattedtext',
        value: 'Hold your ticket’s QR code to the camera, or type your code.',
      },
    }),
  ]),
  // An audience may be waiting.
  builtIn('reveal-desk', 'Flexi', 'Reveal desk', 'Reveal desk', [component('reveal-desk')]),
  builtIn('my-account', 'Dashboard', 'Athlete page', 'Ready, {firstName}?', [
    component('booking-details', {
      variant: text('card'),
      nextHeadline: text('Next test'),
      assistanceHeadline: text('We are on it'),
      emptyHeadline: text('No test in the diary'),
      emptyLink: { elementType: 'link', linkURL: '/my-account-book-test', linkText: 'Book a test' },
    }),
    component('scorecard', { headline: text('Latest scores'), shapeHeadline: text('Your shape') }),
  ]),
]

/** The built-in page with this id; null for pages that are only content. */
export const builtInPage = (id: string): ContentItem | null => PAGES.find((page) => page.id === id) ?? null
