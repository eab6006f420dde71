// Going through the sign-up flow as a person does, page by page.
import type { Page } from 'playwright-core'

import { newAddress, PASSWORD } from './api.ts'

export interface Newcomer {
  emailAddress: string
  password: string
  firstName: string
}

/** Answers each page of the flow; `seen` is called on each before it is submitted. `begin` leads to the first one. */
export async function signUp(
  page: Page,
  seen: (name: string) => Promise<void> = async () => {},
  begin: () => Promise<unknown> = () => page.goto('/en-gb/register'),
): Promise<Newcomer> {
  const newcomer: Newcomer = { emailAddress: newAddress('newcomer'), password: PASSWORD, firstName: 'Robin' }
  const next = (name = 'Next') => page.getByRole('button', { name, exact: true }).click()

  await begin()
  await answerBirth(page, '12', '4', '1996')
  await seen('register-age')
  await next()

  await page.getByRole('checkbox').first().waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await seen('register-consent')
  await next()

  await page.getByRole('radio', { name: 'No' }).first().waitFor()
  for (const no of await page.getByRole('radio', { name: 'No', exact: true }).all())
    await no.check({ force: true })
  await seen('register-health')
  await next()

  await page.waitForURL('**/user-registration**')
  await page.getByRole('textbox', { name: /^First name/ }).fill(newcomer.firstName)
  await page.getByRole('textbox', { name: /^Last name/ }).fill('Newcomer')
  await page.getByRole('radio', { name: 'Female' }).check({ force: true })
  await seen('user-registration-person')
  await next()
  await page.getByLabel('E-mail', { exact: true }).fill(newcomer.emailAddress)
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
  await seen('user-registration-account')
  await next('Create account')

  await page.waitForURL('**/account-information**')
  await page.getByRole('radio', { name: 'Count me in' }).check({ force: true })
  await seen('account-information-sport')
  await next()
  await page.getByRole('textbox', { name: /^Phone/ }).fill('+44 7700 900123')
  await page.getByRole('textbox', { name: /^Postcode/ }).fill('SW11 8AB')
  await seen('account-information-contact')
  await next()
  await page.getByRole('textbox', { name: /^Emergency contact/ }).fill('Sam Newcomer')
  await page.getByRole('textbox', { name: /^Their phone/ }).fill('+44 7700 900456')
  await seen('account-information-emergency')
  await next()
  await page.getByRole('textbox', { name: /^Instagram/ }).fill('@robin')
  await seen('account-information-social')
  await next('Finish')

  await page.waitForURL('**/signup-completion**')
  await seen('signup-completion')
  return newcomer
}

/** The date of birth in its three boxes. */
export async function answerBirth(page: Page, day: string, month: string, year: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Day' }).fill(day)
  await page.getByRole('textbox', { name: 'Month' }).fill(month)
  await page.getByRole('textbox', { name: 'Year' }).fill(year)
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()

/** The questions of the first pages, for an adult who has nothing to report. */
export async function answerQuestions(page: Page): Promise<void> {
  await answerBirth(page, '12', '4', '1996')
  await next(page)
  await page.getByRole('checkbox').first().waitFor()
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await next(page)
  await page.getByRole('radio', { name: 'No' }).first().waitFor()
  for (const no of await page.getByRole('radio', { name: 'No', exact: true }).all())
    await no.check({ force: true })
  await next(page)
  await page.waitForURL('**/en-gb/user-registration')
}

/** The last pages, with no more than they require. */
export async function giveDetails(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Count me in' }).check({ force: true })
  for (const heading of ['How do we reach you?', 'In your corner.', 'Last one.']) {
    await next(page)
    await page.getByRole('heading', { name: heading }).waitFor()
  }
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.waitForURL('**/en-gb/signup-completion')
}
