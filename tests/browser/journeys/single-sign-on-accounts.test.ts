// Whose account a provider opens: by issuer and subject, or by a verified address once its owner has signed in.
import { expect, test } from 'vitest'

import { type Athlete, newAddress } from '../harness/api.ts'
import type { Visitor } from '../harness/browser.ts'
import { session } from '../harness/cookies.ts'
import { answerProvider, authorise, enter, landed, stageWithProvider } from '../harness/single-sign-on.ts'

const { stage, provider } = stageWithProvider({ sparse: true })

async function nobody(visitor: Visitor, code: string): Promise<void> {
  await expect.poll(() => landed(visitor.page)).toBe(code)
  await expect.poll(() => session(visitor.context, stage.server.url)).toEqual({})
}

async function identities(athlete: Athlete): Promise<unknown> {
  const login = await stage.api.call<{ token: string }>('POST', 'user/login', athlete)
  return (await stage.api.call('GET', 'user/identities', undefined, login.data.token)).data
}

test('an address that the provider has not verified makes no account', async () => {
  const email = newAddress('unverified')
  const subject = provider().add({ email, verified: false })
  const visitor = await stage.visitor()
  await enter(visitor, stage.server.url, email)
  await nobody(visitor, 'OAuthCreateAccount')
  provider().change(subject, { email, verified: true })
  const again = await stage.visitor()
  await enter(again, stage.server.url, email)
  await expect
    .poll(() => session(again.context, stage.server.url), { message: 'the control: verified' })
    .toMatchObject({
      user: { email },
    })
})

test('an address that has an account is not linked silently, verified or not', async () => {
  for (const verified of [true, false]) {
    const athlete = await stage.api.athlete()
    provider().add({ email: athlete.emailAddress, verified })
    const visitor = await stage.visitor()
    await enter(visitor, stage.server.url, athlete.emailAddress)
    await nobody(visitor, 'OAuthAccountNotLinked')
    await expect.poll(() => identities(athlete)).toEqual({ identities: [], password: true })
  }
})

test('the owner links it while signed in, and comes in by it from then on', async () => {
  const athlete = await stage.api.athlete()
  const email = athlete.emailAddress
  provider().add({ email })
  const owner = await stage.signedIn(athlete)
  await enter(owner, stage.server.url, email)
  await expect.poll(() => session(owner.context, stage.server.url)).toMatchObject({ uaid: athlete.uaid })
  await expect
    .poll(() => identities(athlete))
    .toMatchObject({
      identities: [{ provider: 'campus', name: 'Campus', email }],
      password: true,
    })
  const later = await stage.visitor()
  await enter(later, stage.server.url, email)
  await expect.poll(() => landed(later.page)).toBeNull()
  await expect.poll(() => session(later.context, stage.server.url)).toMatchObject({ uaid: athlete.uaid })
})

test('nobody links an identity with another address, or with an address that is not verified', async () => {
  const people = [
    (own: string) => ({ email: own, verified: false }),
    () => ({ email: newAddress('somebody-else'), verified: true }),
  ]
  for (const person of people) {
    const athlete = await stage.api.athlete()
    const described = person(athlete.emailAddress)
    provider().add(described)
    const visitor = await stage.signedIn(athlete)
    await enter(visitor, stage.server.url, described.email)
    await expect.poll(() => landed(visitor.page), { message: described.email }).toBe('OAuthAccountNotLinked')
    await expect.poll(() => identities(athlete)).toEqual({ identities: [], password: true })
  }
})

test('an identity that belongs to one account is not moved to another', async () => {
  const email = newAddress('taken')
  const subject = provider().add({ email })
  const first = await stage.visitor()
  await enter(first, stage.server.url, email)
  const { uaid } = await session(first.context, stage.server.url)

  const athlete = await stage.api.athlete()
  provider().change(subject, { email: athlete.emailAddress })
  const second = await stage.signedIn(athlete)
  await second.page.goto(await authorise(second, stage.server.url))
  await answerProvider(second.page, athlete.emailAddress)
  await landed(second.page)
  await expect.poll(() => identities(athlete)).toEqual({ identities: [], password: true })
  const third = await stage.visitor()
  await enter(third, stage.server.url, athlete.emailAddress)
  await expect.poll(() => session(third.context, stage.server.url)).toMatchObject({ uaid })
})
