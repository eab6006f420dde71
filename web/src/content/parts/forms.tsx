// The forms of the site by the name in a `form` component.
import { createElement, type ComponentType } from 'react'
import { imageOf, textOf, type ContentItem } from '../../features/content/content-item'
import { paragraphs } from '../../features/content/text/plain-text'
import { FormCopy, FormPicture } from '../../features/account/use-authored'
import { partFrom, type Part, type PartProps } from '../../first-html/part'

const formOf = (load: () => Promise<ComponentType>): Part =>
  partFrom(async () => {
    const Form = await load()
    return ({ item, page }: PartProps) => (
      <FormCopy value={copyOf(item, page)}>
        <FormPicture value={imageOf(page.elements, 'image')}>
          <Form />
        </FormPicture>
      </FormCopy>
    )
  })

const signUp = (page: 'register' | 'user-registration' | 'account-information' | 'signup-completion') => {
  const guard = import('../../features/account/sign-up/SignUpGuard')
  return async (load: () => Promise<ComponentType>) => {
    const [{ SignUpGuard }, Flow] = await Promise.all([guard, load()])
    return () => (
      <SignUpGuard page={page}>
        <Flow />
      </SignUpGuard>
    )
  }
}

const FORMS: Readonly<Record<string, Part | undefined>> = {
  login: formOf(async () => (await import('../../features/account/sign-in/LoginForm')).LoginForm),
  'forgot-password': formOf(
    async () => (await import('../../features/account/sign-in/ForgotPassword')).ForgotPassword,
  ),
  'reset-password': formOf(
    async () => (await import('../../features/account/sign-in/ResetPassword')).ResetPassword,
  ),
  'guardian-confirmation': formOf(
    async () => (await import('../../features/account/sign-in/Guardian')).Guardian,
  ),
  'confirm-email': formOf(
    async () => (await import('../../features/account/sign-in/EmailLinks')).ConfirmEmail,
  ),
  'undo-email-change': formOf(
    async () => (await import('../../features/account/sign-in/EmailLinks')).UndoEmailChange,
  ),
  'sign-in-link': formOf(async () => (await import('../../features/account/sign-in/SignInLink')).SignInLink),
  'coach-booking': formOf(
    async () => (await import('../../features/account/sign-in/CoachBooking')).CoachBooking,
  ),
  'crew-invitation': formOf(async () => (await import('./crews/CrewInvitation')).CrewInvitation),
  eligibility: formOf(() =>
    signUp('register')(
      async () => (await import('../../features/account/sign-up/EligibilityFlow')).EligibilityFlow,
    ),
  ),
  registration: formOf(() =>
    signUp('user-registration')(
      async () => (await import('../../features/account/sign-up/RegistrationFlow')).RegistrationFlow,
    ),
  ),
  'account-information': formOf(() =>
    signUp('account-information')(
      async () => (await import('../../features/account/sign-up/DetailsFlow')).DetailsFlow,
    ),
  ),
  'signup-completion': formOf(() =>
    signUp('signup-completion')(
      async () => (await import('../../features/account/sign-up/Completion')).Completion,
    ),
  ),
}

/** The headings above a form: its own, or those of its page. */
function copyOf(item: ContentItem, page: ContentItem) {
  const word = (own: string, ofPage: string) =>
    paragraphs(textOf(item.elements, own) || textOf(page.elements, ofPage)).join(' ')
  return { headline: word('headline', 'headline'), intro: word('text', 'intro') }
}

const formFor = (item: ContentItem) => FORMS[textOf(item.elements, 'form')]

/** The form that the item names; nothing if it names an unknown one. */
export function FormPart(props: PartProps) {
  const Form = formFor(props.item)
  return Form ? createElement(Form, props) : null
}

/** Fetches the code of the form that an item names. */
export const preloadForm = (item: ContentItem): Promise<unknown> =>
  formFor(item)?.preload(item) ?? Promise.resolve()
