import { expect, it } from 'vitest'
import type { Provider } from '../../../auth/protocol'
import { waysIn } from './providers'

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
  expect(waysIn([OWN], 'credentials')).toEqual({ form: true, elsewhere: [] })
  expect(waysIn([OWN, CLUB], 'both')).toEqual({ form: true, elsewhere: [CLUB] })
  expect(waysIn([CLUB], 'sso')).toEqual({ form: false, elsewhere: [CLUB] })
  expect(waysIn([OWN, CLUB], 'sso')).toEqual({ form: false, elsewhere: [CLUB] })
})

it('keeps the form where the list did not come', () => {
  expect(waysIn([], undefined).form).toBe(true)
  expect(waysIn([], 'sso').form).toBe(true)
})
