import { expect, it } from 'vitest'
import { offerIn } from './offer-id'

it('finds the offer of the mail behind the hash', () => {
  expect(offerIn({ search: '', hash: '#offer=o-1' })).toBe('o-1')
})

it('finds it in the query too, and nothing where there is none', () => {
  expect(offerIn({ search: '?date=2026-11-24&offer=o-2', hash: '' })).toBe('o-2')
  expect(offerIn({ search: '?date=2026-11-24', hash: '#times' })).toBeNull()
  expect(offerIn({ search: '', hash: '#offer=' })).toBeNull()
})
