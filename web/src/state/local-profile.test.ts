import { expect, it } from 'vitest'
import type { UserProfile } from '../api/types'
import { updatedLocally } from './local-profile'

const profile = {
  uaid: '7',
  firstName: 'Sam',
  phoneNumber: '+447700900123',
  postcode: 'SW11 8BZ',
  isCompetitor: true,
  socialMediaHandles: [
    { socialMediaName: 'Instagram', handle: 'sam' },
    { socialMediaName: 'TikTok', handle: 'sam' },
  ],
} as UserProfile

it('takes what is filled in, false included', () => {
  expect(updatedLocally(profile, { firstName: 'Alex', isCompetitor: false })).toMatchObject({
    firstName: 'Alex',
    isCompetitor: false,
    postcode: 'SW11 8BZ',
  })
})

it('ignores empty values for most fields', () => {
  expect(updatedLocally(profile, { firstName: '', gender: null })).toMatchObject({ firstName: 'Sam' })
})

it('empties phone number, postcode and handles', () => {
  const change = {
    phoneNumber: null,
    postcode: null,
    socialMediaHandles: [{ socialMediaName: 'TikTok', handle: null as unknown as string }],
  }
  const next = updatedLocally(profile, change)
  expect(next).toMatchObject({ phoneNumber: '', postcode: '' })
  expect(next.socialMediaHandles).toEqual([
    { socialMediaName: 'TikTok', handle: '' },
    { socialMediaName: 'Instagram', handle: 'sam' },
  ])
})
