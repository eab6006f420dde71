// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { londonToday } from '../../../academy/london'
import { checkAge, checkEmptied, checkFields, checkPassword } from './checks'

/** A date of birth that makes somebody this old today. */
function bornYearsAgo(years: number): string {
  const today = londonToday()
  return `${Number(today.slice(0, 4)) - years}-01-01`
}

const fields = (problems: { field: string | null }[]) => problems.map(({ field }) => field)

describe('the rules put to the forms', () => {
  it('asks for names and gender, and lets the rest be empty', async () => {
    expect(
      fields(
        await checkFields({ firstName: '', lastName: ' ', gender: '' }, ['firstName', 'lastName', 'gender']),
      ),
    ).toEqual(['firstName', 'lastName', 'gender'])
    expect(
      await checkFields({ phoneNumber: '', postcode: '', tShirtSize: 'M' }, ['phoneNumber', 'postcode']),
    ).toEqual([])
  })

  it('says where an empty value would keep the stored one (RULES 9.6)', () => {
    const stored = { phoneNumber: '07700 900123', emergencyName: 'Pat', medicalIssues: '', lastName: 'Wells' }
    const typed = { phoneNumber: '', emergencyName: ' ', medicalIssues: '', lastName: '' }
    expect(checkEmptied(typed, stored)).toEqual([
      { field: 'emergencyName', message: 'You can change who we call, but not leave it empty again.' },
    ])
  })

  it('refuses what the server would, in the order of the form', async () => {
    const typed = { phoneNumber: '07700 90012', postcode: '12345' }
    expect(fields(await checkFields(typed, ['phoneNumber', 'postcode']))).toEqual(['phoneNumber', 'postcode'])
    expect(
      await checkFields({ phoneNumber: '07700 900123', postcode: 'sw118bz' }, ['phoneNumber', 'postcode']),
    ).toEqual([])
  })

  it('tells the social platforms apart', async () => {
    expect(
      fields(await checkFields({ instagram: 'ada', tiktok: 'no spaces' }, ['instagram', 'tiktok'])),
    ).toEqual(['tiktok'])
    expect(fields(await checkFields({ instagram: 'a b', tiktok: '' }, ['instagram', 'tiktok']))).toEqual([
      'instagram',
    ])
  })

  it('wants an e-mail address that is one', async () => {
    expect(fields(await checkFields({ emailAddress: 'ada@' }, ['emailAddress']))).toEqual(['emailAddress'])
    expect(await checkFields({ emailAddress: ' Ada@Example.com ' }, ['emailAddress'])).toEqual([])
  })

  it('knows who may take part', async () => {
    expect(fields(await checkAge('', ''))).toEqual(['dateOfBirth'])
    expect(fields(await checkAge('2001-02-30', ''))).toEqual(['dateOfBirth'])
    expect(fields(await checkAge(bornYearsAgo(15), ''))).toEqual(['dateOfBirth'])
    expect(fields(await checkAge(bornYearsAgo(101), ''))).toEqual(['dateOfBirth'])
    expect(await checkAge(bornYearsAgo(30), '')).toEqual([])
  })

  it('asks the young for a guardian', async () => {
    expect(fields(await checkAge(bornYearsAgo(17), ''))).toEqual(['guardianEmail'])
    expect(fields(await checkAge(bornYearsAgo(17), 'mum@'))).toEqual(['guardianEmail'])
    expect(await checkAge(bornYearsAgo(17), 'mum@example.com')).toEqual([])
  })

  it('counts characters of a password, not bytes', () => {
    expect(checkPassword('password', '')).toHaveLength(1)
    expect(checkPassword('password', 'elevenchars')).toHaveLength(1)
    expect(checkPassword('password', '🏃'.repeat(12))).toEqual([])
    expect(checkPassword('password', 'x'.repeat(129))).toHaveLength(1)
  })
})
