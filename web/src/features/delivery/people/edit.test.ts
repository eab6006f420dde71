import { describe, expect, it } from 'vitest'
import { differences, draftOf, merge, sentOf } from './edit'
import type { StaffProfile } from './wire'

const base = draftOf({
  firstName: 'Ada',
  lastName: 'Stone',
  dateOfBirth: '2000-05-17',
  gender: null,
  phoneNumber: null,
  postcode: '',
  tShirtSize: 'M',
  isCompetitor: true,
  emergencyName: 'N/A',
  emergencyNumber: 'N/A',
  medicalIssues: 'N/A',
  sportPlayed: '',
  sportLevel: '',
  improvement: '',
  socialMediaHandles: [{ socialMediaName: 'Instagram', handle: 'ada' }],
} as unknown as StaffProfile)

describe('an edit of a profile', () => {
  it('sends what was changed and nothing else', () => {
    expect(base.medicalIssues).toBe('')
    expect(sentOf(base, base)).toEqual({})
    expect(sentOf(base, { ...base, lastName: 'Reed', tiktok: 'ada.s' })).toEqual({
      lastName: 'Reed',
      socialMediaHandles: [
        { socialMediaName: 'Instagram', handle: 'ada' },
        { socialMediaName: 'TikTok', handle: 'ada.s' },
      ],
    })
  })

  it('asks only about fields that both changed, and keeps the rest of both', () => {
    const mine = { ...base, lastName: 'Reed', postcode: 'SW11 8AB' }
    const theirs = { ...base, lastName: 'Moss', sportPlayed: 'Judo' }
    expect(differences(base, mine, theirs)).toEqual([
      { key: 'lastName', theirs: 'Moss', mine: 'Reed', both: true },
      { key: 'sportPlayed', theirs: 'Judo', mine: '', both: false },
    ])
    expect(merge(base, mine, theirs, { lastName: 'theirs' })).toEqual({
      ...base,
      lastName: 'Moss',
      postcode: 'SW11 8AB',
      sportPlayed: 'Judo',
    })
    expect(merge(base, mine, theirs, { lastName: 'mine' }).lastName).toBe('Reed')
    expect(differences(base, theirs, theirs)).toEqual([])
  })
})
