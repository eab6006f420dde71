import { expect, it } from 'vitest'
import { fullName, genderName, statusName } from './names'
import { counted, points, wholeNumber } from './numbers'

it('names people by what is known of them', () => {
  expect(fullName({ firstName: 'Robin', lastName: 'Hale' })).toBe('Robin Hale')
  expect(fullName({ firstName: '', lastName: 'Hale' })).toBe('Hale')
  expect(fullName({ firstName: '', lastName: '' })).toBe('')
  expect(genderName('none')).toBe('Prefer not to say')
  expect(genderName(null)).toBe('Not said')
})

// RULES 4.17
it('says that a score was removed to those who are told', () => {
  const words = [true, false, undefined].map((removed) => statusName('dnt', removed))
  expect(words).toEqual(['Score removed', 'Did not test', 'No result'])
  expect(statusName('completed')).toBe('Finished')
})

it('writes points with two decimals', () => {
  expect([points(87.5), points(64), points(null), points(undefined)]).toEqual(['87.50', '64.00', '–', '–'])
})

it('counts in words', () => {
  expect(wholeNumber(1204)).toBe('1,204')
  expect(counted(1, 'row')).toBe('1 row')
  expect(counted(4998, 'row')).toBe('4,998 rows')
  expect(counted(2, 'person', 'people')).toBe('2 people')
})
