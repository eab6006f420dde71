import { describe, expect, it } from 'vitest'
import { formField, problemsFor, refusalProblem } from './problems'

const say = ({ errorMessage }: { errorMessage: string }) => errorMessage

describe('formField', () => {
  it.each([
    ['emailAddress', 'emailAddress'],
    ['email', 'emailAddress'],
    ['eligibility.guardianEmail', 'guardianEmail'],
    ['eligibility.PARQ[3]', 'PARQ'],
    ['eligibility.PARQ.3', 'PARQ'],
    ['eligibility.ageRange', 'dateOfBirth'],
    ['socialMediaHandles[0].handle', 'instagram'],
    ['socialMediaHandles.1.handle', 'tiktok'],
  ])('%s → %s', (path, field) => {
    expect(formField(path)).toBe(field)
  })
  it('tells the platforms apart by the code when the list has no index', () => {
    expect(formField('socialMediaHandles', 'TIKTOK_INVALID')).toBe('tiktok')
    expect(formField('socialMediaHandles', 'INSTAGRAM_INVALID')).toBe('instagram')
  })
})

describe('problemsFor', () => {
  it('says of a name and a number what the rule says', () => {
    const finding = { field: 'firstName', code: 'NAME_INVALID', message: 'With at least one letter.' }
    expect(problemsFor([finding], ['firstName'])).toEqual([
      { field: 'firstName', message: 'With at least one letter.' },
    ])
  })
  it('keeps the form’s order, one problem a field, and leaves other fields out', () => {
    const findings = [
      { field: 'postcode', code: 'INVALID' },
      { field: 'phoneNumber', code: 'INVALID' },
      { field: 'phoneNumber', code: 'TOO_LONG' },
      { field: 'gender', code: 'INVALID' },
    ]
    expect(problemsFor(findings, ['phoneNumber', 'postcode']).map(({ field }) => field)).toEqual([
      'phoneNumber',
      'postcode',
    ])
  })
})

describe('refusalProblem', () => {
  it('goes beside the field that the server names', () => {
    const refusal = { errorCode: 'INVALID', errorMessage: 'No.', field: 'eligibility.guardianEmail' }
    expect(refusalProblem(refusal, ['guardianEmail'], say)).toEqual({
      field: 'guardianEmail',
      message: 'No.',
    })
  })
  it('finds the field by code when none is named', () => {
    const taken = { errorCode: 'EMAIL_TAKEN', errorMessage: 'Taken.' }
    expect(refusalProblem(taken, ['emailAddress', 'password'], say).field).toBe('emailAddress')
  })
  it('goes above the form when the field is on another page', () => {
    const refusal = { errorCode: 'AGE_RANGE', errorMessage: 'Too young.', field: 'dateOfBirth' }
    expect(refusalProblem(refusal, ['emailAddress'], say)).toEqual({ field: null, message: 'Too young.' })
  })
  it('puts a refused password beside the new one on the change form', () => {
    const common = { errorCode: 'PASSWORD_COMMON', errorMessage: 'Too common.' }
    expect(refusalProblem(common, ['currentPassword', 'newPassword'], say).field).toBe('newPassword')
  })
})
