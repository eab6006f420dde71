import { expect, it } from 'vitest'
import { mapLinks } from './map-links'

const PLACE = {
  eventLocationName: 'The Academy & Co',
  eventLocationAddress: '1 Weir Lane, Étage #2',
  eventLocationPostCode: 'SW11 8DD',
}

it('opens the whole address in Apple’s and Google’s maps, and the postcode in OpenStreetMap', () => {
  const [apple, google, open] = mapLinks(PLACE).map(([, url]) => new URL(url))
  const whole = 'The Academy & Co, 1 Weir Lane, Étage #2, SW11 8DD'
  expect(apple?.searchParams.get('q')).toBe(whole)
  expect([...(google?.searchParams ?? [])]).toEqual([
    ['api', '1'],
    ['query', whole],
  ])
  expect(open?.searchParams.get('query')).toBe('SW11 8DD')
})

it('opens what there is without a postcode', () => {
  const [, , open] = mapLinks({ ...PLACE, eventLocationPostCode: '' }).map(([, url]) => new URL(url))
  expect(open?.searchParams.get('query')).toBe('The Academy & Co, 1 Weir Lane, Étage #2')
})
