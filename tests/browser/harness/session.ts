// Signing in, for journeys that are not about it.
import type { Api, Athlete } from './api.ts'
import type { Visitor } from './browser.ts'

/** The password of everybody in the demo. */
export const DEMO = 'six-tests-one-score'

/** A bearer token of one of the demo's people. */
export async function tokenOf(api: Api, emailAddress: string): Promise<string> {
  const answer = await api.call<{ token: string }>('POST', 'user/login', { emailAddress, password: DEMO })
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${JSON.stringify(answer.error)}`)
  return answer.data.token
}

/** By the auth protocol, as the site's own page does it. */
export async function signIn(
  visitor: Visitor,
  url: string,
  athlete: Pick<Athlete, 'emailAddress' | 'password'>,
): Promise<void> {
  const csrf = await visitor.context.request.get(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const answer = await visitor.context.request.post(`${url}/api/auth/callback/credentials`, {
    form: {
      csrfToken,
      callbackUrl: url,
      json: 'true',
      emailAddress: athlete.emailAddress,
      password: athlete.password,
    },
  })
  if (!answer.ok()) throw new Error(`sign-in: ${answer.status()} ${await answer.text()}`)
}
