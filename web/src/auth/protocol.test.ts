import { expect, it, vi } from 'vitest'
import { go } from './protocol'

const ORIGIN = 'https://sixfold.example'
const BOOK = '/en-gb/my-account-book-test'

/** What happens to `location`, in order, when the page at `from` leaves for `to`. */
function leaving(from: string, to: string): string[] {
  const told: string[] = []
  vi.stubGlobal('location', {
    get href() {
      return ORIGIN + from
    },
    set href(address: string) {
      told.push(`go ${address}`)
    },
    reload: () => told.push('reload'),
  })
  go(to)
  return told
}

it.each([
  ['nothing else differs', `${BOOK}?date=1`, `${BOOK}?date=1#offer=7`],
  ['the hash is there already', `${BOOK}#offer=7`, `${BOOK}#offer=7`],
  ['another hash is there', `${BOOK}#offer=6`, `${ORIGIN}${BOOK}#offer=7`],
])('an address with a hash is loaded when %s', (_, from, to) => {
  expect(leaving(from, to)).toEqual([`go ${to}`, 'reload'])
})

// A reload would take the place of the navigation.
it.each([
  ['another page with a hash', '/en-gb/', `${BOOK}#offer=7`],
  ['another query with a hash', `${BOOK}?date=1`, `${BOOK}#offer=7`],
  ['another page', '/en-gb/', BOOK],
  ['the same page without its hash', `${BOOK}#offer=7`, BOOK],
])('%s is only gone to', (_, from, to) => {
  expect(leaving(from, to)).toEqual([`go ${to}`])
})
