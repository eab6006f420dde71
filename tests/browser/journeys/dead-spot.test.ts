// Writes in a dead spot: each form says at once that nothing was sent, keeps what was typed, and sends nothing by itself
// when the network is back.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { choose, goOn, openBooking } from '../harness/booking.ts'
import type { Visitor } from '../harness/browser.ts'
import { edit, preview } from '../harness/editors.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

const DELIVERY = '/en-gb/staff-account-pd-admin'
const UNREACHED = /We cannot reach the academy/
/** What goes without anybody meaning to write: the log of failures and the editor's preview. */
const READS = /^POST (\/api\/auth\/_log$|.*\/authoring\/v1\/rendering\/)/

interface Form {
  form: string
  /** A demo account; nobody signed in when left out. */
  as?: string
  /** Brings the form to the point where one press sends it. */
  prepare: (page: Page, visitor: Visitor) => Promise<unknown>
  /** The press. */
  send: (page: Page) => Promise<unknown>
  /** What was typed and must still be there. */
  typed?: (page: Page) => Promise<string>
}

const FORMS: Form[] = [
  {
    form: 'sign in',
    prepare: async (page) => {
      await page.goto('/en-gb/login')
      await page.getByLabel('E-mail', { exact: true }).fill('athlete@sixfold.example')
      await page.getByLabel('Password', { exact: true }).fill('some password or other')
    },
    send: (page) => page.getByRole('main').getByRole('button', { name: 'Sign in' }).click(),
    typed: (page) => page.getByLabel('E-mail', { exact: true }).inputValue(),
  },
  {
    form: 'ask for a new password',
    prepare: async (page) => {
      await page.goto('/en-gb/forgot-password')
      await page.getByLabel('E-mail', { exact: true }).fill('athlete@sixfold.example')
    },
    send: (page) => page.getByRole('button', { name: 'Send the link' }).click(),
    typed: (page) => page.getByLabel('E-mail', { exact: true }).inputValue(),
  },
  {
    form: 'book a test',
    as: 'athlete',
    prepare: async (page) => {
      await openBooking(page)
      await choose(page, 1, 1)
      await goOn(page)
      await page.getByRole('button', { name: 'Check and confirm' }).click()
    },
    send: (page) => page.getByRole('button', { name: 'Book it' }).click(),
  },
  {
    form: 'change the password',
    as: 'athlete',
    prepare: async (page) => {
      await page.goto('/en-gb/my-account-my-profile')
      await page.getByLabel('Current password', { exact: true }).fill('six-tests-one-score')
      await page.getByLabel('New password', { exact: true }).fill('a brand new long password')
    },
    send: (page) => page.getByRole('button', { name: 'Change password' }).click(),
    typed: (page) => page.getByLabel('New password', { exact: true }).inputValue(),
  },
  {
    form: 'add a person',
    as: 'delivery',
    prepare: async (page) => {
      await page.goto(`${DELIVERY}?section=users`)
      await page.getByRole('button', { name: 'Add a person' }).click()
      const add = page.getByRole('dialog')
      await add.getByLabel('First name').fill('Casimir')
      await add.getByLabel('Last name').fill('Track')
      await add.getByLabel('E-mail').fill('casimir.track@example.org')
      await add.getByLabel('Date of birth').fill('1990-05-17')
    },
    send: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add them' }).click(),
    typed: (page) => page.getByRole('dialog').getByLabel('Last name').inputValue(),
  },
  {
    form: 'change the booking settings',
    as: 'delivery',
    prepare: async (page) => {
      await page.goto(`${DELIVERY}?section=programme&view=booking`)
      await page.getByLabel('Places at each time').fill('9')
    },
    send: (page) => page.getByRole('button', { name: 'Save booking settings' }).click(),
    typed: (page) => page.getByLabel('Places at each time').inputValue(),
  },
  {
    form: 'save a draft',
    as: 'delivery',
    prepare: async (page, visitor) => {
      await edit(visitor, 'home-statement')
      await page.locator('main [name="headline"]').fill('Typed in a tunnel')
      // The preview brings code of its own.
      await preview(page).getByText('Typed in a tunnel').waitFor()
    },
    send: (page) => page.getByRole('button', { name: 'Save draft' }).click(),
    typed: (page) => page.locator('main [name="headline"]').inputValue(),
  },
]

test.each(FORMS)('$form', async ({ as, prepare, send, typed }) => {
  const visitor = as === undefined ? await stage.visitor() : await stage.signedIn(as)
  const { page } = visitor
  await prepare(page, visitor)
  const before = await typed?.(page)

  await visitor.setOffline(true)
  await send(page)
  await page.getByText(UNREACHED).first().waitFor()
  expect(await typed?.(page)).toBe(before)

  const sent: string[] = []
  page.on('request', (request) => {
    const line = `${request.method()} ${new URL(request.url()).pathname}`
    if (!line.startsWith('GET') && !READS.test(line)) sent.push(line)
  })
  await visitor.setOffline(false)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true)
  // Whatever waited for the network has been sent before this is answered.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()))
  expect(sent).toEqual([])
})
