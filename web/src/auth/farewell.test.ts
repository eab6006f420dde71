import { afterEach, expect, it } from 'vitest'
import { keepFarewell, takeFarewell } from './farewell'

const FROM = '/en-gb/my-account-book-test?date=2026-11-28'

afterEach(() => sessionStorage.clear())

it.each(['over', 'ended', 'elsewhere'] as const)('%s leads back to the page they were on', (why) => {
  keepFarewell(why, FROM)
  const alert = takeFarewell()
  expect(alert).toMatchObject({ tone: 'info', stays: true })
  expect(alert?.message).toMatch(/\.$/)
  expect(alert?.action?.href).toBe(`/en-gb/login?callbackUrl=${encodeURIComponent(FROM)}`)
})

it('a role leads to signing in with another account, and not back', () => {
  keepFarewell('role', '/en-gb/staff-account-pd-admin')
  expect(takeFarewell()?.action?.href).toBe('/en-gb/login')
})

it('a deletion whose answer got lost says so, and leads to signing in, which shows whether it was done', () => {
  keepFarewell('perhapsDeleted', FROM)
  const alert = takeFarewell()
  expect(alert?.message).toContain('most likely deleted')
  expect(alert?.action?.href).toBe('/en-gb/login')
})

it('somebody else’s account offers nothing', () => {
  keepFarewell('replaced', FROM)
  const alert = takeFarewell()
  expect(alert?.message).toContain('Somebody else')
  expect(alert?.action).toBeUndefined()
})

it.each(['everywhere', 'deleted'] as const)('%s is said and offers nothing', (why) => {
  keepFarewell(why, FROM)
  const alert = takeFarewell()
  expect(alert?.message).toMatch(/\.$/)
  expect(alert?.action).toBeUndefined()
})

it('is said once, and not to somebody who signed out', () => {
  keepFarewell('signedOut', FROM)
  expect(takeFarewell()).toBeNull()
  keepFarewell('ended', FROM)
  expect(takeFarewell()).not.toBeNull()
  expect(takeFarewell()).toBeNull()
})

it.each(['{', 'null', '{"why":"?","from":"/"}'])('%s is nothing', (text) => {
  sessionStorage.setItem('sixfold.farewell', text)
  expect(takeFarewell()).toBeNull()
})
