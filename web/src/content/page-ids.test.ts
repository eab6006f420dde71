import { expect, it } from 'vitest'
import { ROUTES } from '../paths'
import { isPrivate, pageIdAt, pathBelow } from './page-ids'

it('reads a path below the prefix', () => {
  expect(pathBelow('/en-gb/')).toBe('/')
  expect(pathBelow('/en-gb')).toBe('/')
  expect(pathBelow('/en-gb/news/')).toBe('/news')
})

it('knows the pages of the site at once, and all others by the configuration', () => {
  expect(pageIdAt('/login', undefined)).toBe('login')
  expect(pageIdAt('/login', { '/login': 'a-newer-login' })).toBe('a-newer-login')
  expect(pageIdAt('/news', undefined)).toBeUndefined()
  expect(pageIdAt('/news', { '/news': 'news' })).toBe('news')
  expect(pageIdAt('/news', {})).toBeNull()
  expect(pageIdAt('/constructor', {})).toBeNull()
})

it('asks for a session by the path, not by what is authored there', () => {
  expect(isPrivate(pathBelow(ROUTES.myAccount))).toBe(true)
  expect(isPrivate(pathBelow(ROUTES.deliveryAdmin))).toBe(true)
  expect(isPrivate(pathBelow(ROUTES.bookTest))).toBe(false)
  expect(isPrivate('/news')).toBe(false)
})
