// A coach books a team whole, changes it while programme delivery does too, and lets people go again.
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { inspect } from '../harness/inspect.ts'
import { tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

const statusOf = async (athlete: Athlete) => (await stage.api.entries(athlete))[0]?.eventTestStatus ?? null

test('a coach makes, changes and empties a team', { timeout: 180_000 }, async () => {
  const [ada, ben, cyd] = await Promise.all(
    ['Adalind', 'Benedikt', 'Cydney'].map((name) => stage.api.athlete(undefined, name)),
  )
  if (!ada || !ben || !cyd) throw new Error('three athletes')
  const day = (await stage.api.days()).find(({ slots }) => slots.some(({ remaining }) => remaining > 3))
  const time = day?.slots.find(({ available, remaining }) => available && remaining > 3)?.time
  if (!day || !time) throw new Error('a time with places for a team')
  expect((await stage.api.book(cyd, day.date, time)).status).toBe(200)

  const page = await stage.open('/en-gb/staff-account-coach-admin', 'coach')
  await page.getByRole('button', { name: 'Battersea Sprinters' }).waitFor()
  expect(await inspect(page, 'coach-teams')).toEqual([])

  // By name a coach finds their own people alone; anybody else by a whole address, and no more of them than that.
  await page.getByRole('button', { name: 'New team' }).click()
  const search = page.getByLabel('Find an athlete')
  await search.fill('Adalind')
  await page.getByText('None of your athletes is called that.').waitFor()
  const lookUp = async (athlete: Athlete) => {
    await search.fill(athlete.emailAddress)
    await page.getByRole('button', { name: `Look up ${athlete.emailAddress}` }).click()
    return page.getByRole('list', { name: 'Found' })
  }
  const inTeam = page.getByRole('list', { name: 'In the team' })
  await (await lookUp(cyd)).getByText('Can’t be booked right now.').waitFor()
  expect(await inspect(page, 'coach-team-form')).toEqual([])
  for (const [athlete, name] of [
    [ada, 'Adalind R'],
    [ben, 'Benedikt R'],
  ] as const) {
    await (await lookUp(athlete)).getByRole('button', { name }).click()
    await inTeam.getByText(name).waitFor()
  }

  // What the form refuses keeps what was typed.
  const name = page.getByLabel('Name of the team')
  await name.fill('J'.repeat(61))
  await page.getByRole('textbox', { name: 'Day' }).fill(day.date)
  await page.getByRole('radio', { name: new RegExp(`^${time}`) }).check({ force: true })
  await page.getByRole('button', { name: 'Book 2 athletes' }).click()
  await page.getByText('this one has 61').first().waitFor()
  expect(await name.inputValue()).toHaveLength(61)
  await name.fill('Journey Juniors')
  const preview = page.getByRole('region', { name: 'Who comes when' })
  await preview.getByText('Adalind R, Benedikt R').waitFor()
  await page.getByRole('button', { name: 'Book 2 athletes' }).click()
  await page.getByRole('heading', { name: 'Journey Juniors' }).waitFor()
  await page.getByRole('button', { name: 'Adalind R' }).waitFor()
  expect(await inspect(page, 'coach-team')).toEqual([])
  expect(await Promise.all([ada, ben].map(statusOf))).toEqual(['booked', 'booked'])

  // Until she says yes, a coach reads a name and what they have booked.
  await page.getByRole('button', { name: 'Adalind R' }).click()
  const closed = page.getByRole('dialog', { name: 'Adalind R' })
  await closed.getByText('Waiting for a yes').waitFor()
  expect(await closed.textContent()).not.toMatch(/medical|emergency|Rival|@/i)
  expect(await inspect(page, 'coach-athlete-closed')).toEqual([])
  await closed.getByRole('button', { name: 'Close' }).click()

  // She does, on her own profile.
  const athlete = await stage.open('/en-gb/my-account-my-profile#coaches', ada)
  await athlete.getByRole('button', { name: /^Accept / }).click()
  await athlete.getByText('Your coach can see your results now.').waitFor()
  expect(await inspect(athlete, 'profile-coaches')).toEqual([])
  await page.reload()
  await page.getByRole('button', { name: 'Adalind Rival' }).click()
  const sheet = page.getByRole('dialog', { name: 'Adalind Rival' })
  await sheet.getByText('25–34').waitFor()
  expect(await sheet.textContent()).not.toMatch(/medical|emergency|@|SW11/i)
  await sheet.getByRole('button', { name: 'Close' }).click()

  // Programme delivery renames it while the coach does.
  await page.getByRole('button', { name: 'Edit team' }).click()
  await page.getByLabel('Name of the team').fill('Journey Blues')
  const delivery = await tokenOf(stage.api, 'delivery@sixfold.example')
  const teamBookingId = new URL(page.url()).searchParams.get('team')
  const theirs = { teamBookingId, teamName: 'Journey Reds', uaids: [ada.uaid, ben.uaid], token: delivery }
  expect((await stage.api.call('POST', 'event/booking/team', theirs, delivery)).status).toBe(200)
  await page.getByRole('button', { name: 'Save team' }).click()
  const met = page.getByRole('alertdialog', { name: 'Someone else has changed this team' })
  await met.getByText('Journey Reds').waitFor()
  expect(await inspect(page, 'coach-team-met')).toEqual([])
  await met.getByRole('button', { name: 'Save mine over it' }).click()
  await page.getByRole('heading', { name: 'Journey Blues' }).waitFor()

  await page.getByLabel('Select Benedikt R').check()
  await page.getByRole('button', { name: 'Cancel 1 booking' }).click()
  await page.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Benedikt R' }).count()).toBe(0)
  await expect.poll(() => statusOf(ben)).toBe(null)

  await page.getByRole('button', { name: 'Delete team' }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await page.getByRole('heading', { name: 'Teams', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Journey Blues' }).count()).toBe(0)
  await expect.poll(() => statusOf(ada)).toBe(null)
})

test(
  'a team larger than a quarter hour is spread, and shown so before it is booked',
  { timeout: 180_000 },
  async () => {
    const people = await Promise.all(
      Array.from({ length: 8 }, (_, index) => stage.api.athlete(undefined, `Runner${index}`)),
    )
    const open = ({ available, remaining }: { available: boolean; remaining: number }) =>
      available && remaining === 6
    const after = (time: string) =>
      `${time.slice(0, 3)}${String(Number(time.slice(3)) + 15).padStart(2, '0')}`
    const day = (await stage.api.days()).find(({ slots }) =>
      slots.some((slot) => open(slot) && slots.some((next) => next.time === after(slot.time) && open(next))),
    )
    const time = day?.slots.find(
      (slot) => open(slot) && day.slots.some((next) => next.time === after(slot.time) && open(next)),
    )?.time
    if (!day || !time) throw new Error('two times in a row with all of their places')
    const last = [...day.slots].reverse().find(({ available }) => available)
    const page = await stage.open('/en-gb/staff-account-pd-admin?section=teams', 'delivery')
    await page.getByRole('button', { name: 'New team' }).click()
    await page.getByLabel('Name of the team').fill('Journey Eight')
    for (const [index] of people.entries()) {
      await page.getByLabel('Find an athlete').fill(`Runner${index}`)
      await page
        .getByRole('list', { name: 'Found' })
        .getByRole('button', { name: `Runner${index} Rival` })
        .click()
      await page.getByRole('list', { name: 'In the team' }).getByText(`Runner${index} Rival`).waitFor()
    }
    await page.getByRole('textbox', { name: 'Day' }).fill(day.date)
    // The last time of the day has none after it: it is grey, with the reason.
    if (last) {
      const grey = page.getByRole('radio', { name: new RegExp(`^${last.time}`) })
      await grey.waitFor({ state: 'attached' })
      expect(await grey.isDisabled()).toBe(true)
      await page.getByText(`${last.remaining} in a row`).last().waitFor()
    }
    await page.getByRole('radio', { name: new RegExp(`^${time}`) }).check({ force: true })
    const preview = page.getByRole('region', { name: 'Who comes when' })
    expect(await preview.getByRole('listitem').count()).toBe(2)
    expect(await preview.getByRole('listitem').last().textContent()).toContain('Runner7 Rival')
    expect(await inspect(page, 'team-spread')).toEqual([])
    await page.getByRole('button', { name: 'Book 8 athletes' }).click()
    await page.getByRole('heading', { name: 'Journey Eight' }).waitFor()
    await page
      .getByText(`${time} to ${after(time)}`)
      .first()
      .waitFor()
    const last8 = people[7]
    if (!last8) throw new Error('eight athletes')
    const entry = (await stage.api.entries(last8))[0]
    expect(entry?.eventTestTime).toBe(after(time))
    expect(await inspect(page, 'team-spread-booked')).toEqual([])
  },
)

test('a half-made team is not left by a slip, but by choice', { timeout: 60_000 }, async () => {
  const page = await stage.open('/en-gb/staff-account-coach-admin?team=new', 'coach')
  const name = page.getByLabel('Name of the team')
  await name.fill('Journey Half')
  await page.getByRole('tab', { name: 'Bookings' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  expect(await name.inputValue()).toBe('Journey Half')
  await page.getByRole('tab', { name: 'Bookings' }).click()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await name.waitFor({ state: 'detached' })
  await page.goto('/en-gb/staff-account-coach-admin?team=new')
  await name.fill('Journey Half')
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('button', { name: 'Battersea Sprinters' }).waitFor()
})

test('programme delivery sees every team and every coach', { timeout: 90_000 }, async () => {
  const page = await stage.open('/en-gb/staff-account-pd-admin?section=coaches', 'delivery')
  await page.getByText('coach@sixfold.example').waitFor()
  expect(await inspect(page, 'delivery-coaches')).toEqual([])
  await page.getByRole('link', { name: 'Their teams' }).first().click()
  await page.getByRole('button', { name: 'Battersea Sprinters' }).waitFor()
  expect(await inspect(page, 'delivery-teams')).toEqual([])
  // The team is taken from its coach, and given back.
  await page.getByRole('button', { name: 'Battersea Sprinters' }).click()
  await page.getByText(/· Coach /).waitFor()
  const teamBookingId = new URL(page.url()).searchParams.get('team') ?? ''
  const token = await tokenOf(stage.api, 'delivery@sixfold.example')
  const coachOf = async () => {
    const target = `event/booking/team?teamBookingId=${teamBookingId}`
    const answer = await stage.api.call<{ teams: { coachUaid: string | null }[] }>(
      'GET',
      target,
      undefined,
      token,
    )
    return answer.data.teams[0]?.coachUaid
  }
  const coach = await coachOf()
  expect(coach).toMatch(/^\d+$/)
  await page.getByRole('button', { name: 'Edit team' }).click()
  const field = page.getByLabel('Coach')
  await expect.poll(() => field.inputValue()).toBe(coach)
  await field.selectOption('No coach')
  expect(await inspect(page, 'delivery-team-form')).toEqual([])
  await page.getByRole('button', { name: 'Save team' }).click()
  await page.getByText(/· No coach/).waitFor()
  expect(await coachOf()).toBeNull()
  expect(await inspect(page, 'delivery-team')).toEqual([])
  await page.getByRole('button', { name: 'Edit team' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
  await field.selectOption(coach ?? '')
  await page.getByRole('button', { name: 'Save team' }).click()
  await page.getByText(/· Coach /).waitFor()
  expect(await coachOf()).toBe(coach)
})
