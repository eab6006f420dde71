// Programme delivery looks after people: finds one, edits what somebody else edits too, clears a screening, adds a coach.
import { expect, test } from 'vitest'

import { newAddress, type Athlete } from '../harness/api.ts'
import { turnOnTwoStep } from '../harness/authenticator.ts'
import { inspect } from '../harness/inspect.ts'
import { readable } from '../harness/server.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

const open = () => stage.open('/en-gb/staff-account-pd-admin?section=users', 'delivery')

const profileOf = async ({ token }: Athlete) =>
  (await stage.api.call<Record<string, unknown>>('GET', 'user/profile', undefined, token)).data

/** How often staff have read a person's health details. */
async function readings({ uaid }: Athlete) {
  const token = await tokenOf(stage.api, 'delivery@sixfold.example')
  const target = `event/admin/audit?uaid=${uaid}&action=health.read`
  const log = await stage.api.call<{ entries: unknown[] }>('GET', target, undefined, token)
  return log.data.entries.length
}

test(
  'somebody is found, edited while they edit themselves, and cleared to test',
  { timeout: 180_000 },
  async () => {
    const athlete = await stage.api.athlete(undefined, 'Zoë')
    const yes = {
      ageRange: true,
      consent: true,
      healthConsent: true,
      PARQ: [true, ...Array<boolean>(6).fill(false)],
    }
    const answered = { firstName: 'Zoë', lastName: 'Rival', medicalIssues: 'Asthma', eligibility: yes }
    expect((await stage.api.call('POST', 'user/register', answered, athlete.token)).status).toBe(200)
    const page = await open()
    await page.getByRole('table').waitFor()
    expect(await inspect(page, 'delivery-users')).toEqual([])
    await page.getByRole('searchbox').fill('zoe riv')
    const found = page.getByRole('table').getByRole('link', { name: 'Zoë Rival' })
    await expect.poll(() => page.getByRole('table').getByRole('link').count()).toBe(1)
    await found.click()
    const drawer = page.getByRole('dialog', { name: 'Zoë Rival' })
    await drawer.getByText('Not cleared').waitFor()
    expect(await inspect(page, 'delivery-user')).toEqual([])
    // Health details are read when they are asked for, once.
    expect(await readings(athlete)).toBe(0)
    expect(await drawer.textContent()).not.toContain('Asthma')
    const show = drawer.getByRole('button', { name: 'Show health details' })
    await show.click()
    await drawer.getByText('Asthma').waitFor()
    expect(await show.count()).toBe(0)
    expect(await inspect(page, 'delivery-user-health')).toEqual([])

    await drawer.getByRole('button', { name: 'Record a clearance' }).click()
    const clearance = page.getByRole('dialog', { name: 'Clear Zoë Rival to test' })
    await clearance.getByRole('button', { name: 'Record the clearance' }).click()
    await clearance.getByText('Say in a few words what the clearance is based on.').waitFor()
    await clearance.getByLabel('What it is based on').fill('Letter of Dr Moss, 2 March')
    await clearance.getByRole('button', { name: 'Record the clearance' }).click()
    await drawer.getByText('Cleared to test').waitFor()
    expect(await readings(athlete), 'what else is done in the drawer reads nothing again').toBe(1)

    await drawer.getByRole('button', { name: 'Edit' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Zoë Rival' })
    await edit.getByLabel('Last name').fill('Stone')
    await edit.getByLabel('Postcode').fill('SW11 1AA')
    expect(await inspect(page, 'delivery-user-edit')).toEqual([])
    const own = { lastName: 'Moss', sportPlayed: 'Judo' }
    expect((await stage.api.call('PUT', 'user/profile', own, athlete.token)).status).toBe(200)
    await edit.getByRole('button', { name: 'Save' }).click()
    const meanwhile = page.getByRole('alertdialog', { name: 'Somebody else saved this meanwhile' })
    await meanwhile.getByText('Judo').waitFor()
    expect(await inspect(page, 'delivery-user-meanwhile')).toEqual([])
    await meanwhile.getByRole('radio', { name: /Moss/ }).check({ force: true })
    await meanwhile.getByRole('button', { name: 'Save both together' }).click()
    await page.getByRole('dialog', { name: 'Zoë Moss' }).waitFor()
    await expect
      .poll(() => profileOf(athlete))
      .toMatchObject({ lastName: 'Moss', postcode: 'SW11 1AA', sportPlayed: 'Judo' })
  },
)

test('a person is added with a mistake put right, and gets another role', { timeout: 120_000 }, async () => {
  const page = await open()
  await page.getByRole('button', { name: 'Add a person' }).click()
  const add = page.getByRole('dialog', { name: 'Add a person' })
  await add.getByRole('button', { name: 'Add them' }).click()
  await add.getByText('Type their first name.').first().waitFor()
  expect(await inspect(page, 'delivery-user-add')).toEqual([])
  await add.getByLabel('First name').fill('Casimir')
  await add.getByLabel('Last name').fill('Track')
  await add.getByLabel('E-mail').fill('coach@sixfold.example')
  await add.getByLabel('Date of birth').fill('1990-05-17')
  await add.getByRole('button', { name: 'Add them' }).click()
  await add.getByText('An account has that address').waitFor()
  const address = newAddress('casimir')
  await add.getByLabel('E-mail').fill(address)
  await add.getByRole('button', { name: 'Add them' }).click()
  const drawer = page.getByRole('dialog', { name: 'Casimir Track' })
  await drawer.getByText(address).waitFor()
  await drawer.getByRole('button', { name: 'Change role' }).click()
  const role = page.getByRole('alertdialog', { name: 'Change Casimir Track’s role' })
  await role.getByRole('radio', { name: /^Coach/ }).check({ force: true })
  expect(await inspect(page, 'delivery-user-role')).toEqual([])
  await role.getByRole('button', { name: 'Save the role' }).click()
  await role.waitFor({ state: 'detached' })
  await expect.poll(() => drawer.textContent()).toContain('Coach')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Role').selectOption('Coach')
  await page.getByRole('table').getByRole('link', { name: 'Casimir Track' }).waitFor()
})

test(
  'somebody without phone and codes is let in again, signed out everywhere, and the log says so',
  { timeout: 180_000 },
  async () => {
    const athlete = await stage.api.athlete(undefined, 'Robin')
    const { password, token } = athlete
    await turnOnTwoStep(stage, token, { password })
    const locked = await stage.api.call('POST', 'user/login', athlete)
    expect(locked.error?.errorCode).toBe('SECOND_FACTOR_REQUIRED')

    const page = await open()
    await page.goto(`/en-gb/staff-account-pd-admin?section=users&uaid=${athlete.uaid}`)
    const drawer = page.getByRole('dialog').first()
    await drawer.getByRole('button', { name: 'Reset two-step sign-in' }).click()
    const reset = page.getByRole('alertdialog', { name: /^Reset two-step sign-in for Robin/ })
    const problems = await inspect(page, 'delivery-user-reset-factor')
    await reset.getByRole('button', { name: 'Reset two-step sign-in' }).click()
    await reset.waitFor({ state: 'detached' })
    expect((await stage.api.call('POST', 'user/login', athlete)).status).toBe(200)
    const [letter] = await stage.server.letters(athlete.emailAddress, 2).then((all) => all.slice(-1))
    expect(readable(letter ?? '')).toContain('Your old codes no longer work.')

    const phone = await stage.signedIn(athlete)
    await drawer.getByRole('button', { name: 'Sign out everywhere' }).click()
    const out = page.getByRole('alertdialog', { name: /^Sign Robin .* out everywhere\?$/ })
    await out.getByRole('button', { name: 'Sign out everywhere' }).click()
    await out.waitFor({ state: 'detached' })
    const session = async () => await (await phone.page.request.get('/api/auth/session')).json()
    await expect.poll(session).toEqual({})

    await page.goto(`/en-gb/staff-account-pd-admin?section=audit&uaid=${athlete.uaid}`)
    const log = page.getByRole('table')
    for (const words of ['Two-step sign-in reset', 'Signed out everywhere by staff', 'Signed in'])
      await log.getByText(words, { exact: true }).first().waitFor()
    problems.push(...(await inspect(page, 'delivery-audit-sign-in')))
    expect(problems).toEqual([])
  },
)
