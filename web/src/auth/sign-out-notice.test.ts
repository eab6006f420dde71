import { afterEach, expect, it } from 'vitest'
import { keepSignOutNotice, takeSignOutNotice } from './sign-out-notice'

const FROM = '/en-gb/my-account-book-test?date=2026-11-28'

afterEach(() => sessionStorage.clear())

it.each(['over', 'ended', 'elsewhere'] as const)('%s leads back to the page they were on', (why) => {
  keepSignOutNotice(why, FROM)
  const alert = takeSignOutNotice()
  expect(alert).toMatchObject({ tone: 'info', stays: true })
  expect(alert?.message).toMatch(/\.$/)
  expect(alert?.action?.href).toBe(`/en-gb/login?callbackUrl=${encodeURIComponent(FROM)}`)
})

// RULES 15.7
it('leads back to the whole of a crew’s invitation, whose secret no server sees', () => {
  keepSignOutNotice('ended', '/en-gb/crew#c0ffee')
  expect(takeSignOutNotice()?.action?.href).toBe(
    `/en-gb/login#callbackUrl=${encodeURIComponent('/en-gb/crew#c0ffee')}`,
  )
})

// RULES 10.7
it.each(['role', 'replaced', 'everywhere', 'deleted', 'perhapsDeleted'] as const)(
  'of a page to which %s does not lead back, no address is kept',
  (why) => {
    keepSignOutNotice(why, FROM)
    expect(Object.values(sessionStorage).join()).not.toContain('book-test')
  },
)

it('a role leads to signing in with another account, and not back', () => {
  keepSignOutNotice('role', '/en-gb/staff-account-pd-admin')
  expect(takeSignOutNotice()?.action?.href).toBe('/en-gb/login')
})

it('a deletion whose answer got lost says so, and leads to signing in, which shows whether it was done', () => {
  keepSignOutNotice('perhapsDeleted', FROM)
  const alert = takeSignOutNotice()
  expect(alert?.message).toContain('most likely deleted')
  expect(alert?.action?.href).toBe('/en-gb/login')
})

it('somebody else’s account offers nothing', () => {
  keepSignOutNotice('replaced', FROM)
  const alert = takeSignOutNotice()
  expect(alert?.message).toContain('Somebody else')
  expect(alert?.action).toBeUndefined()
})

it.each(['everywhere', 'deleted'] as const)('%s is said and offers nothing', (why) => {
  keepSignOutNotice(why, FROM)
  const alert = takeSignOutNotice()
  expect(alert?.message).toMatch(/\.$/)
  expect(alert?.action).toBeUndefined()
})

it('is said once, and not to somebody who signed out', () => {
  keepSignOutNotice('signedOut', FROM)
  expect(takeSignOutNotice()).toBeNull()
  keepSignOutNotice('ended', FROM)
  expect(takeSignOutNotice()).not.toBeNull()
  expect(takeSignOutNotice()).toBeNull()
})

it.each(['{', 'null', '{"why":"?","from":"/"}'])('%s is nothing', (text) => {
  sessionStorage.setItem('sixfold.farewell', text)
  expect(takeSignOutNotice()).toBeNull()
})
