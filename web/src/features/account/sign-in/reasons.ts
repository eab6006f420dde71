import { sentenceForCode } from '../../../api/errors'

/** The words of a sentence that are replaced by the provider's name. */
const THAT_ACCOUNT = 'that account'

/** Codes of the auth client that are not errors: they only say why somebody is here. */
const CALM = new Set(['SessionRequired', 'SecondFactorRequired', 'PasswordChanged'])

/** Codes returned by a provider. */
const FROM_PROVIDER = new Set([
  'OAuthSignin',
  'OAuthCallback',
  'OAuthCreateAccount',
  'OAuthAccountNotLinked',
  'Callback',
])

export const isCalm = (code: string) => CALM.has(code)
export const isFromProvider = (code: string) => FROM_PROVIDER.has(code)

/** Instead of `OAuthAccountNotLinked` where nobody has a password to sign in with first. */
const NOT_LINKED_WITHOUT_PASSWORDS =
  'We know your e-mail, but that account does not open the account you have here. Sign in the way you did before, or ask us for help.'

/** Why somebody was redirected here; unknown codes get the auth protocol's default text. */
export function signInSentence(
  code: string,
  provider: string | null = null,
  { passwords = true }: { passwords?: boolean } = {},
): string {
  const sentence =
    code === 'OAuthAccountNotLinked' && !passwords
      ? NOT_LINKED_WITHOUT_PASSWORDS
      : (sentenceForCode(code) ?? sentenceForCode('Default') ?? 'Signing in did not work. Try again.')
  return provider === null ? sentence : sentence.replace(THAT_ACCOUNT, provider)
}

/** The same, for somebody signed in who wanted to link another account. */
export function connectSentence(code: string, provider: string | null): string {
  const name = provider ?? 'That account'
  if (code === 'OAuthAccountNotLinked')
    return `${name} is not connected: its e-mail must be confirmed there, and be the one of your account here.`
  if (code === 'Callback') return `${name} is not connected: it was stopped on the way. Try again.`
  return `${name} is not connected. Try again in a moment.`
}
