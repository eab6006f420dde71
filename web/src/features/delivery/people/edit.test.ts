import { describe, expect, it } from 'vitest'
import type { StaffProfile } from '../../../api/types'
import { closed, differences, draftOf, emptied, merge, sentOf } from './edit'

const profile = {
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
  screening: null,
} as unknown as StaffProfile
const base = draftOf(profile)

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

  it('knows what was emptied although the server keeps it', () => {
    const before = { ...base, sportPlayed: 'Judo', phoneNumber: '+447700900123', gender: 'female' }
    expect(emptied(before, before)).toEqual([])
    expect(
      emptied(before, { ...before, sportPlayed: ' ', phoneNumber: '', instagram: '', gender: '' }),
    ).toEqual(['gender', 'sportPlayed'])
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

  it('knows nothing of a health that nobody has asked for, whatever an answer holds', () => {
    const clearance = { by: '3', byName: 'Kim', basis: 'A letter', at: '2026-03-02T09:00:00Z', expires: null }
    const answered: StaffProfile = {
      ...profile,
      lastName: 'Moss',
      medicalIssues: 'Asthma',
      emergencyName: 'Kim',
      emergencyNumber: '+447700900123',
      screening: { state: 'cleared', cleared: true, answeredAt: '2026-03-01', expiresAt: null, clearance },
    }
    const theirs = closed(answered)
    expect(JSON.stringify(theirs)).not.toMatch(/Asthma|7700|A letter/)
    expect(differences(base, { ...base, postcode: 'SW11 8AB' }, draftOf(theirs))).toEqual([
      { key: 'lastName', theirs: 'Moss', mine: 'Stone', both: false },
    ])
    // What is typed over it is sent anyway, and empty fields are not.
    expect(sentOf(draftOf(theirs), { ...draftOf(theirs), medicalIssues: 'None' })).toEqual({
      medicalIssues: 'None',
    })
  })
})
