import { describe, expect, it } from 'vitest'
import { ownPath, readMessage } from './push-message'

const ORIGIN = 'https://sixfold.example'

describe('a message', () => {
  it('is shown as it was sent', () => {
    const sent = {
      title: 'A place is free',
      body: '10:15.',
      url: '/en-gb/my-account-book-test#offer=1',
      tag: 'o',
    }
    expect(readMessage(JSON.stringify(sent), ORIGIN)).toEqual(sent)
  })

  it.each([undefined, null, '', 'no JSON', 'null', '[]', '{}', '{"title":3}', '{"title":""}'])(
    'that cannot be read (%s) still says something, and leads to a page of ours',
    (text) => {
      const { title, body, url } = readMessage(text, ORIGIN)
      expect(title && body).toBeTruthy()
      expect(url).toBe('/en-gb/my-account')
    },
  )
})

describe('a press', () => {
  it.each(['/en-gb', '/en-gb/', '/en-gb/my-account-book-test?date=2026-11-24#offer=1'])(
    'leads to %s',
    (path) => {
      expect(ownPath(path, ORIGIN)).toBe(path)
    },
  )

  it.each([
    'https://elsewhere.example/en-gb/',
    '//elsewhere.example/en-gb/',
    '/\\elsewhere.example/en-gb/',
    '/api/auth/signout',
    '/en-gb/../api/auth/signout',
    '/en-gbx',
    'javascript:alert(1)',
    'en-gb/',
    '',
    7,
    null,
    undefined,
  ])('never leads to %s', (url) => {
    expect(ownPath(url, ORIGIN)).toBe('/en-gb/my-account')
  })
})
