// @vitest-environment node
import { expect, it } from 'vitest'
import { loadRules } from '../../rules'
import { detailsFrom, detailsPayload, detailsProblems, storedDetails, type Details } from './details'

const rules = await loadRules()
const NOW = Date.UTC(2026, 10, 22)
const problems = (change: Partial<Details>) =>
  detailsProblems(rules, { ...detailsFrom(undefined), ...change }, NOW).map(({ field }) => field)

it('prefills from the profile, absence as empty, the size M by default', () => {
  expect(detailsFrom({ tShirtSize: '', emergencyName: 'N/A', medicalIssues: 'asthma' })).toMatchObject({
    tShirtSize: 'M',
    emergencyName: '',
    medicalIssues: 'asthma',
  })
})

it('asks for both halves of an emergency contact and leaves out what is empty', () => {
  expect(problems({ emergencyName: 'Bo' })).toEqual(['emergencyNumber'])
  expect(problems({ emergencyNumber: '07700 900123' })).toEqual(['emergencyName'])
  expect(detailsPayload(detailsFrom(undefined))).toEqual({ tShirtSize: 'M', assistanceRequired: false })
})

it('reads names and numbers as people write them', () => {
  for (const emergencyName of ['Jane (mum) & Dad', 'O’Neill', 'Bell, Ann', 'أمي', '妈妈'])
    for (const emergencyNumber of ['07700 900123', '+44 (0)7700 900123', '0044 7700-900123'])
      expect(problems({ emergencyName, emergencyNumber }), `${emergencyName} ${emergencyNumber}`).toEqual([])
  expect(problems({ emergencyName: '...', emergencyNumber: '07700 90012' })).toEqual([
    'emergencyName',
    'emergencyNumber',
  ])
})

it('asks whoever wants help for a number to call', () => {
  const help = { assistanceRequired: true, assistanceType: 'Sight' }
  expect(problems(help)).toEqual(['phoneNumber'])
  expect(problems({ ...help, phoneNumber: '07700' })).toEqual(['phoneNumber'])
  expect(problems({ ...help, phoneNumber: '07700 900123' })).toEqual([])
})

it('keeps on the device what was changed, and follows the profile in everything else', () => {
  const before = { tShirtSize: 'S', emergencyName: 'Bo', emergencyNumber: '07700 900123', phoneNumber: '' }
  const kept = storedDetails({ ...detailsFrom(before), tShirtSize: 'L' }, before)
  expect(kept).toEqual({ tShirtSize: 'L', healthTyped: false })
  const now = { ...before, tShirtSize: 'XS', emergencyName: 'Al', phoneNumber: '07700 900456' }
  expect({ ...detailsFrom(now), ...kept }).toMatchObject({ ...now, tShirtSize: 'L' })
})

// RULES 6.4
it('asks for a check of the screening without marking anybody as needing help', () => {
  const profile = { bookingEligibility: { mode: 'assistance' as const, refusals: [] } }
  const check = detailsFrom(profile)
  expect(check).toMatchObject({ assistanceRequired: true, assistanceType: 'Health screening follow-up' })
  expect(storedDetails(check, profile)).toEqual({ healthTyped: false })
  expect(detailsPayload(check)).toEqual({ tShirtSize: 'M', assistanceType: 'Health screening follow-up' })
  const help = { ...check, assistanceType: 'Sight' }
  expect(detailsPayload(help)).toMatchObject({ assistanceRequired: true, assistanceType: 'Sight' })
  // Who needs help says which.
  expect(detailsFrom({ ...profile, assistanceRequired: true }).assistanceType).toBe('')
})

it('keeps no health answer on the device, but knows that there was one', () => {
  const profile = { medicalIssues: 'asthma' }
  const details = { ...detailsFrom(profile), emergencyName: 'Bo' }
  expect(storedDetails(details, profile)).toMatchObject({ emergencyName: 'Bo', healthTyped: false })
  const kept = storedDetails(
    { ...details, medicalIssues: 'a broken wrist', assistanceType: 'Sight' },
    profile,
  )
  expect(kept.healthTyped).toBe(true)
  expect(JSON.stringify(kept)).not.toMatch(/wrist|Sight|asthma/)
})
