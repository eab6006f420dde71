// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import { isSomethingTyped } from '../../offline/typing'
import { PARQ_LENGTH } from './payloads'
import { answersCleared, completeScreening, useScreeningAnswers } from './screening'

const STORAGE_KEY = 'sixfold.sign-up-consents'
const answers = () => useScreeningAnswers.getState()

/** Like a reload of the tab: memory is empty, the tab's storage is unchanged. */
async function reload() {
  const stored = sessionStorage.getItem(STORAGE_KEY) ?? ''
  answers().clear()
  sessionStorage.setItem(STORAGE_KEY, stored)
  await useScreeningAnswers.persist.rehydrate()
}

beforeEach(() => {
  answers().clear()
  sessionStorage.clear()
})

it('keeps age and consents over a reload, but no health answer, and says that those are gone', async () => {
  answers().answer({ ageRange: true, consent: true, healthConsent: true })
  for (let index = 0; index < PARQ_LENGTH; index += 1) answers().answerQuestion(index, index === 3)
  expect(completeScreening(answers())).not.toBeNull()
  expect(answersCleared(answers())).toBe(false)
  expect(sessionStorage.getItem(STORAGE_KEY)).not.toMatch(/parq/i)
  await reload()
  expect(answers()).toMatchObject({ ageRange: true, consent: true, healthConsent: true })
  expect(answers().parq).toEqual(Array<null>(PARQ_LENGTH).fill(null))
  expect(completeScreening(answers())).toBeNull()
  expect(answersCleared(answers())).toBe(true)
})

it('counts as something typed until the answers are sent', () => {
  answers().answer({ ageRange: true, consent: true })
  expect(isSomethingTyped()).toBe(false)
  answers().answerQuestion(0, false)
  expect(isSomethingTyped()).toBe(true)
  answers().markSent({ dateOfBirth: '2001-02-03', guardianEmail: '' })
  expect(isSomethingTyped()).toBe(false)
})

it('says nothing of lost answers to somebody who had given none', async () => {
  answers().answer({ ageRange: true })
  await reload()
  expect(answersCleared(answers())).toBe(false)
})
