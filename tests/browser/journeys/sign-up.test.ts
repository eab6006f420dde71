// Signing up: bad input is reported beside its field, and nothing typed is lost.
import { expect, test } from 'vitest'

import { PASSWORD } from '../harness/api.ts'
import { sentenceBeside } from '../harness/problems.ts'
import { answerBirth, signUp } from '../harness/sign-up.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

test('too young, no consent and unanswered questions each get a sentence', async () => {
  const { page } = await stage.visitor()
  const next = () => page.getByRole('button', { name: 'Next', exact: true }).click()
  await page.goto('/en-gb/register')
  await answerBirth(page, '31', '2', '1996')
  await next()
  await expect.poll(() => sentenceBeside(page.getByRole('textbox', { name: 'Day' }))).toMatch(/calendar/)
  await answerBirth(page, '1', '2', '2015')
  await next()
  await expect.poll(() => sentenceBeside(page.getByRole('textbox', { name: 'Day' }))).toMatch(/16 to 99/)
  await expect.poll(() => page.getByRole('textbox', { name: 'Year' }).inputValue()).toBe('2015')
  await answerBirth(page, '1', '2', '1996')
  await next()

  await page.getByRole('checkbox').first().check()
  await next()
  await expect.poll(() => sentenceBeside(page.getByRole('checkbox').nth(1))).not.toBe('')
  await expect.poll(() => page.getByRole('checkbox').first().isChecked()).toBe(true)
  await page.getByRole('checkbox').nth(1).check()
  await next()

  await page.getByRole('radio', { name: 'No', exact: true }).first().check({ force: true })
  await next()
  const summary = page.getByRole('alert')
  await summary.waitFor()
  await expect.poll(() => summary.getByRole('link').count()).toBe(6)
})

test('a wrong phone number and a postcode of nowhere stay in their fields, even after a reload', async () => {
  const { page } = await stage.visitor()
  await signUp(page, async (name) => {
    if (name === 'user-registration-account') {
      await page.getByLabel('Password', { exact: true }).fill('short')
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect
        .poll(() => sentenceBeside(page.getByLabel('Password', { exact: true })))
        .toMatch(/12 to 128/)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    }
    if (name === 'account-information-contact') {
      const [phone, postcode] = [
        page.getByRole('textbox', { name: /^Phone/ }),
        page.getByRole('textbox', { name: /^Postcode/ }),
      ]
      await phone.fill('12345')
      await postcode.fill('NOWHERE')
      await page.getByRole('button', { name: 'Next', exact: true }).click()
      await expect.poll(() => sentenceBeside(phone)).toMatch(/country code/)
      await expect.poll(() => sentenceBeside(postcode)).toMatch(/postcode/)
      await page.reload()
      await phone.waitFor()
      await expect
        .poll(() => Promise.all([phone.inputValue(), postcode.inputValue()]))
        .toEqual(['12345', 'NOWHERE'])
      await phone.fill('+44 7700 900123')
      await postcode.fill('SW11 8AB')
    }
  })
  await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBeTruthy()
})

test('signing up leaves one session', async () => {
  const { page } = await stage.visitor()
  const newcomer = await signUp(page)
  const login = await stage.api.call<{ token: string }>('POST', 'user/login', newcomer)
  const { data } = await stage.api.call<{ sessions: object[] }>(
    'GET',
    'user/sessions',
    undefined,
    login.data.token,
  )
  expect(data.sessions.length, 'the one of the page, and that of the question').toBe(2)
})

test('an address that has an account already is told beside the field', async () => {
  const { page } = await stage.visitor()
  const known = await stage.api.athlete()
  await page.goto('/en-gb/register')
  await expect(
    signUp(page, async (name) => {
      if (name !== 'user-registration-account') return
      const address = page.getByLabel('E-mail', { exact: true })
      await address.fill(known.emailAddress)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByRole('alert').waitFor()
      await expect.poll(() => sentenceBeside(address)).not.toBe('')
      await expect.poll(() => address.inputValue()).toBe(known.emailAddress)
      throw new Error('seen')
    }),
  ).rejects.toThrow('seen')
})

test('Enter in a field does not send the form', async () => {
  const page = await stage.open('/en-gb/register')
  await answerBirth(page, '12', '4', '1996')
  await page.getByRole('textbox', { name: 'Year' }).press('Enter')
  await page.waitForTimeout(300)
  await expect.poll(() => page.getByRole('textbox', { name: 'Year' }).count()).toBe(1)
})
