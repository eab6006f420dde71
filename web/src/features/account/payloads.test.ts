import { describe, expect, it } from 'vitest'
import { EMPTY_DRAFT } from './draft'
import {
  needsClearance,
  shown,
  toEligibility,
  toForm,
  toProfileUpdate,
  toRegister,
  toSignUp,
} from './payloads'

const clear = { ageRange: true, consent: true, healthConsent: true, PARQ: Array<boolean>(7).fill(false) }
const draft = {
  ...EMPTY_DRAFT,
  dateOfBirth: '2001-02-03',
  emailAddress: ' ada@example.com ',
  firstName: ' Ada ',
  lastName: 'Lovelace',
  gender: 'female',
  phoneNumber: '+447700900123',
  postcode: 'SW11 8BZ',
  emergencyName: 'Anne',
  emergencyNumber: '+447700900124',
}

describe('screening', () => {
  it('needs clearance after a single yes', () => {
    expect(needsClearance(clear)).toBe(false)
    expect(needsClearance({ ...clear, PARQ: [...clear.PARQ.slice(1), true] })).toBe(true)
  })
})

describe('toSignUp', () => {
  it('has the fields of the wire and nothing else', () => {
    expect(toSignUp(draft, ' spaces stay ', clear)).toEqual({
      emailAddress: 'ada@example.com',
      password: ' spaces stay ',
      dateOfBirth: '2001-02-03',
      firstName: 'Ada',
      lastName: 'Lovelace',
      eligibility: clear,
    })
  })
  it('names the guardian only when there is one', () => {
    expect(toEligibility(clear, ' ')).not.toHaveProperty('guardianEmail')
    expect(toEligibility(clear, ' mum@example.com ').guardianEmail).toBe('mum@example.com')
  })
  it('names the version of the text that was agreed to', () => {
    const shown = { ...clear, consentVersion: '2026-2' }
    expect(toEligibility(shown, '')).toEqual(shown)
    expect(toEligibility(clear, '')).not.toHaveProperty('consentVersion')
  })
})

describe('toRegister', () => {
  it('trims, defaults the t-shirt and always sends both platforms', () => {
    const body = toRegister({ ...draft, tShirtSize: '', instagram: '@ada' })
    expect(body).toMatchObject({
      firstName: 'Ada',
      tShirtSize: 'M',
      isCompetitor: true,
      phoneNumber: '+447700900123',
    })
    expect(body.socialMediaHandles).toEqual([
      { socialMediaName: 'Instagram', handle: '@ada' },
      { socialMediaName: 'TikTok', handle: '' },
    ])
    expect(body).not.toHaveProperty('medicalIssues')
    expect(body).not.toHaveProperty('eligibility')
    expect(body).not.toHaveProperty('password')
  })
  it('brings the eligibility of people whose account came from elsewhere', () => {
    expect(toRegister(draft, toEligibility(clear, '')).eligibility).toEqual(clear)
  })
})

describe('toProfileUpdate', () => {
  it('ignores empty values of most fields', () => {
    expect(toProfileUpdate({ firstName: '', lastName: 'King', medicalIssues: '  ', gender: '' })).toEqual({
      lastName: 'King',
    })
  })
  it('sends phone, postcode and handles as empty strings, so that they can be taken away', () => {
    expect(toProfileUpdate({ phoneNumber: '', postcode: ' ', instagram: '', tiktok: '' })).toEqual({
      phoneNumber: '',
      postcode: '',
      socialMediaHandles: [
        { socialMediaName: 'Instagram', handle: '' },
        { socialMediaName: 'TikTok', handle: '' },
      ],
    })
  })
  it('leaves alone what the card does not edit', () => {
    expect(toProfileUpdate({ isCompetitor: 'no' })).toEqual({ isCompetitor: false })
  })
})

describe('N/A', () => {
  it('is shown for absence and never reaches a form', () => {
    expect(shown(null)).toBe('N/A')
    expect(shown('Asthma')).toBe('Asthma')
    expect(toForm({ medicalIssues: ' n/a', emergencyName: 'Anne' })).toMatchObject({
      medicalIssues: '',
      emergencyName: 'Anne',
      tShirtSize: 'M',
    })
  })
})
