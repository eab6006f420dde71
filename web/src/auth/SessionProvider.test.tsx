import { render } from '../test/kit'
import { expect, it, vi } from 'vitest'
import { useSession } from './SessionProvider'

function Reader() {
  return <p>{useSession().status}</p>
}

it('throws the words of the specification outside its provider', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Reader />)).toThrow('React Context is unavailable in Server Components')
})
