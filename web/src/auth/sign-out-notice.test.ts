import { afterEach, expect, it, vi } from 'vitest'
import { keepSignOutNotice, takeSignOutNotice } from './sign-out-notice'

const FROM = '/en-gb/my-account-book-test?date=2026-11-28'

const loaded = vi.hoisted(() => vi.fn())
vi.mock('./sign-out-sentences', (original) => {
  loaded()
  return original<typeof import('./sign-out-sentences')>()
})

afterEach(() => sessionStorage.clear())

// The first one here: modules are loaded once.
it('loads its sentences only where one is to be said', async () => {
  keepSignOutNotice('signedOut', FROM)
  expect(await takeSignOutNotice()).toBeNull()
  expect(loaded).not.toHaveBeenCalled()
  keepSignOutNotice('over', FROM)
  expect(await takeSignOutNotice()).not.toBeNull()
  expect(loaded).toHaveBeenCalledOnce()
})

it.each(['over', 'ended', 'elsewhere'] as const)('%s leads back to the page they were on', async (why) => {
  keepSignOutNotice(why, FROM)
  const alert = await takeSignOutNotice()
  expect(alert).toMatchObject({ tone: 'info', stays: true })
  expect(alert?.message).toMatch(/\.$/)
  expect(alert?.action?.href).toBe(`/en-gb/login?callbackUrl=${encodeURIComponent(FROM)}`)
})

it('a role leads to signing in with another account, and not back', async () => {
  keepSignOutNotice('role', '/en-gb/staff-account-pd-admin')
  expect((await takeSignOutNotice())?.action?.href).toBe('/en-gb/login')
})

it('a deletion whose answer got lost says so, and leads to signing in, which shows whether it was done', async () => {
  keepSignOutNotice('perhapsDeleted', FROM)
  const alert = await takeSignOutNotice()
  expect(alert?.message).toContain('most likely deleted')
  expect(alert?.action?.href).toBe('/en-gb/login')
})

it('somebody else’s account offers nothing', async () => {
  keepSignOutNotice('replaced', FROM)
  const alert = await takeSignOutNotice()
  expect(alert?.message).toContain('Somebody else')
  expect(alert?.action).toBeUndefined()
})

it.each(['everywhere', 'deleted'] as const)('%s is said and offers nothing', async (why) => {
  keepSignOutNotice(why, FROM)
  const alert = await takeSignOutNotice()
  expect(alert?.message).toMatch(/\.$/)
  expect(alert?.action).toBeUndefined()
})

it('is said once, and not to somebody who signed out', async () => {
  keepSignOutNotice('signedOut', FROM)
  expect(await takeSignOutNotice()).toBeNull()
  keepSignOutNotice('ended', FROM)
  expect(await takeSignOutNotice()).not.toBeNull()
  expect(await takeSignOutNotice()).toBeNull()
})

it.each(['{', 'null', '{"why":"?","from":"/"}'])('%s is nothing', async (text) => {
  sessionStorage.setItem('sixfold.farewell', text)
  expect(await takeSignOutNotice()).toBeNull()
})
