// next-auth's own React client and staff with a second factor: what is missing or wrong comes as the result's error.
import { expect, test } from 'vitest'

import { mailedCode, turnOnTwoStep, wrongCode } from '../harness/authenticator.ts'
import { NextAuthPage } from '../harness/next-auth.ts'
import { demo } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'

const stage = Stage.set({ flags: ['--require-second-factor', 'on'] })
const COACH = demo('coach')

test('a code is asked for after the password, and only a fitting one that has not served leads in', async () => {
  const { server, api } = stage
  const visitor = await stage.visitor()
  const client = await NextAuthPage.open(visitor, server.url)
  await client.says('unauthenticated')
  const enter = (extra: Record<string, string> = {}, password = COACH.password) =>
    client.enter(COACH.emailAddress, password, extra)
  expect(await enter(), 'the control: before there is one, none is asked for').toMatchObject({ ok: true })
  const { token } = (await client.page.evaluate(() => window.nextAuth.getSession())) ?? { token: '' }

  const password = COACH.password
  const asked = await api.call('POST', 'user/second-factor', { password }, token)
  expect(asked.error?.errorCode).toBe('MAILED_CODE_NEEDED')
  const proof = { password, mailedCode: await mailedCode(server, COACH.emailAddress) }
  const { secret, code, recoveryCodes } = await turnOnTwoStep(stage, token, proof)
  await client.page.evaluate(() => window.nextAuth.signOut({ redirect: false }))
  await client.says('unauthenticated')

  const refused = (error: string) => ({ error, status: 401, ok: false, url: null })
  expect(await enter()).toEqual(refused('SecondFactorRequired'))
  expect(await enter({}, 'not-the-password'), 'nobody learns that there is one').toEqual(
    refused('CredentialsSignin'),
  )
  const wrong = wrongCode(secret, server.now())
  expect(await enter({ oneTimeCode: wrong })).toEqual(refused('SecondFactorWrong'))
  expect(await enter({ oneTimeCode: code }), 'a code that has served').toEqual(refused('SecondFactorWrong'))
  await client.says('unauthenticated')

  const [recovery = ''] = recoveryCodes
  expect(await enter({ oneTimeCode: recovery })).toMatchObject({ ok: true, error: null })
  await client.says('authenticated', COACH.emailAddress)
  expect(await enter({ oneTimeCode: recovery }), 'a recovery code serves once').toEqual(
    refused('SecondFactorWrong'),
  )
})
