import { expect, it } from 'vitest'
import type { Provider } from '../../../auth/sign-in-calls'
import { signInMethods } from './providers'

const provider = (id: string, type: Provider['type']): Provider => ({
  id,
  name: id,
  type,
  signinUrl: '',
  callbackUrl: '',
})
const OWN = provider('credentials', 'credentials')
const CLUB = provider('club', 'oauth')

it('shows what there is: the form, the providers, or both', () => {
  expect(signInMethods([OWN], 'credentials')).toEqual({ form: true, elsewhere: [] })
  expect(signInMethods([OWN, CLUB], 'both')).toEqual({ form: true, elsewhere: [CLUB] })
  expect(signInMethods([CLUB], 'sso')).toEqual({ form: false, elsewhere: [CLUB] })
  expect(signInMethods([OWN, CLUB], 'sso')).toEqual({ form: false, elsewhere: [CLUB] })
})

it('keeps the form where the list did not come', () => {
  expect(signInMethods([], undefined).form).toBe(true)
  expect(signInMethods([], 'sso').form).toBe(true)
})
