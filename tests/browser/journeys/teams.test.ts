// A coach books a team whole, changes it while programme delivery does too, and lets people go again.
import { expect, test } from 'vitest'

import type { Athlete } from '../harness/api.ts'
import { inspect } from '../harness/inspect.ts'
import { DEMO, signIn, tokenOf } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set()

const statusOf = async (athlete: Athlete) =>
  (await stage.api.profile(athlete)).events[0]?.eventList[0]?.eventTestStatus ?? null

test('a coach makes, changes and empties a team', { timeout: 180_000 }, async () => {
  const [ada, ben, cyd] = await Promise.all(
    ['Adalind', 'Benedikt', 'Cydney'].map((name) => stage.api.athlete(undefined, name)),
  )
  if (!ada || !ben || !cyd) throw new Error('three athletes')
  const day = (await stage.api.days()).find(({ slots }) => slots.some(({ remaining }) => remaining > 3))
  const time = day?.slots.find(({ available, remaining }) => available && remaining > 3)?.time
  if (!day || !time) throw new Error('a time with places for a team')
  expect((await stage.api.book(cyd, day.date, time)).status).toBe(200)

  const visitor = await stage.visitor()
  await signIn(visitor, stage.server.url, { emailAddress: 'coach@sixfold.example', password: DEMO })
  const { page } = visitor
  await page.goto('/en-gb/staff-account-coach-admin')
  await page.getByRole('button', { name: 'Battersea Sprinters' }).waitFor()
  expect(await inspect(visitor, 'coach-teams')).toEqual([])

  // Not all of them can be booked: nobody is.
  await page.getByRole('button', { name: 'New team' }).click()
  await page.getByLabel('Name of the team').fill('Journey Juniors')
  for (const [typed, name] of [
    ['Adalind', 'Adalind Rival'],
    ['Benedikt', 'Benedikt Rival'],
    ['Cydney', 'Cydney Rival'],
  ] as const) {
    await page.getByLabel('Find an athlete').fill(typed)
    await page.getByRole('list', { name: 'Found' }).getByRole('button', { name }).click()
    await page.getByRole('list', { name: 'In the team' }).getByText(name).waitFor()
  }
  await page.getByRole('textbox', { name: 'Day' }).fill(day.date)
  await page.getByRole('radio', { name: new RegExp(`^${time}`) }).check({ force: true })
  await page.getByRole('button', { name: 'Book 3 athletes' }).click()
  const inTeam = page.getByRole('list', { name: 'In the team' })
  await inTeam.getByText('Has an open booking already.').waitFor()
  expect(await inspect(visitor, 'coach-team-form')).toEqual([])
  expect(await statusOf(ada)).toBeNull()

  await inTeam.getByRole('button', { name: 'Take Cydney Rival out of the team' }).click()
  await page.getByRole('button', { name: 'Book 2 athletes' }).click()
  await page.getByRole('heading', { name: 'Journey Juniors' }).waitFor()
  await page.getByRole('button', { name: 'Adalind Rival' }).waitFor()
  expect(await inspect(visitor, 'coach-team')).toEqual([])
  expect(await Promise.all([ada, ben].map(statusOf))).toEqual(['booked', 'booked'])

  await page.getByRole('button', { name: 'Adalind Rival' }).click()
  const sheet = page.getByRole('dialog', { name: 'Adalind Rival' })
  await sheet.getByText(ada.emailAddress).waitFor()
  expect(await sheet.textContent()).not.toMatch(/medical|emergency/i)
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
  expect(await inspect(visitor, 'coach-team-met')).toEqual([])
  await met.getByRole('button', { name: 'Save mine over it' }).click()
  await page.getByRole('heading', { name: 'Journey Blues' }).waitFor()

  await page.getByLabel('Select Benedikt Rival').check()
  await page.getByRole('button', { name: 'Cancel 1 athlete' }).click()
  await page.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Benedikt Rival' }).count()).toBe(0)
  await expect.poll(() => statusOf(ben)).toBe(null)

  await page.getByRole('button', { name: 'Delete team' }).click()
  await page.getByRole('button', { name: 'Yes, delete' }).click()
  await page.getByRole('heading', { name: 'Teams', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Journey Blues' }).count()).toBe(0)
  await expect.poll(() => statusOf(ada)).toBe(null)
})

test('programme delivery sees every team and every coach', { timeout: 90_000 }, async () => {
  const visitor = await stage.visitor()
  await signIn(visitor, stage.server.url, { emailAddress: 'delivery@sixfold.example', password: DEMO })
  const { page } = visitor
  await page.goto('/en-gb/staff-account-pd-admin?section=coaches')
  await page.getByText('coach@sixfold.example').waitFor()
  expect(await inspect(visitor, 'delivery-coaches')).toEqual([])
  await page.getByRole('link', { name: 'Their teams' }).first().click()
  await page.getByRole('button', { name: 'Battersea Sprinters' }).waitFor()
  expect(await inspect(visitor, 'delivery-teams')).toEqual([])
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
  expect(await inspect(visitor, 'delivery-team-form')).toEqual([])
  await page.getByRole('button', { name: 'Save team' }).click()
  await page.getByText(/· No coach/).waitFor()
  expect(await coachOf()).toBeNull()
  expect(await inspect(visitor, 'delivery-team')).toEqual([])
  await page.getByRole('button', { name: 'Edit team' }).click()
  await expect.poll(() => field.inputValue()).toBe('')
  await field.selectOption(coach ?? '')
  await page.getByRole('button', { name: 'Save team' }).click()
  await page.getByText(/· Coach /).waitFor()
  expect(await coachOf()).toBe(coach)
})
