// The web app's own client beside next-auth's: the same steps, the same requests, the same ends.
import type { Request } from 'playwright-core'
import { describe, expect, test } from 'vitest'

import { type Athlete, PASSWORD } from '../harness/api.ts'
import { session } from '../harness/cookies.ts'
import { type Make, NextAuthPage, PATH } from '../harness/next-auth.ts'
import { logIn, signIn } from '../harness/session.ts'
import { Stage } from '../harness/stage.ts'
import type { Visitor } from '../harness/browser.ts'

const stage = Stage.set()
const FAQS = '/en-gb/frequently-asked-questions'

interface Scene {
  visitor: Visitor
  client: NextAuthPage
  athlete: Athlete
}

interface Step {
  what: string
  /** The page's query. */
  query?: string
  /** Whether somebody is signed in before. */
  inside?: boolean
  /** Gives what the call gave, and waits for where it led. */
  act: (scene: Scene) => Promise<unknown>
}

const steps: Step[] = [
  { what: 'a stranger', act: ({ client }) => client.says('unauthenticated') },
  {
    what: 'a session',
    inside: true,
    act: ({ client, athlete }) => client.says('authenticated', athlete.emailAddress),
  },
  {
    what: 'a page that needs a session',
    query: '?required',
    act: (scene) => scene.client.page.waitForURL('**/login?**'),
  },
  { what: 'the right password', act: (scene) => enter(scene, PASSWORD) },
  { what: 'a wrong password', act: (scene) => enter(scene, 'not-the-password') },
  { what: 'an empty password', act: (scene) => enter(scene, '') },
  {
    what: 'the right password and a page to go to',
    act: (scene) => leave(scene, 'credentials', PASSWORD, `**${FAQS}`),
  },
  {
    what: 'a wrong password with a redirect',
    act: (scene) => leave(scene, 'credentials', 'wrong', '**/login?**'),
  },
  { what: 'an unknown provider', act: (scene) => leave(scene, 'pigeon', PASSWORD, '**/login?**') },
  {
    what: 'no list of providers',
    act: async (scene) => {
      await scene.visitor.context.route('**/api/auth/providers', (route) =>
        route.fulfill({ contentType: 'application/json', body: '{}' }),
      )
      await leave(scene, 'credentials', PASSWORD, '**/login**')
    },
  },
  {
    what: 'a forged token at the sign-in',
    act: async (scene) => {
      await forge(scene.visitor)
      return enter(scene, PASSWORD)
    },
  },
  {
    what: 'an update',
    inside: true,
    act: async ({ client, athlete }) => {
      await client.says('authenticated')
      const uaid = await client.page.evaluate(() => window.either.update({ role: 3 }))
      return uaid === athlete.uaid
    },
  },
  {
    what: 'an update with a forged token',
    inside: true,
    act: async ({ visitor, client }) => {
      await client.says('authenticated')
      await forge(visitor)
      return client.page.evaluate(() => window.either.update({}))
    },
  },
  {
    what: 'a question that fails',
    inside: true,
    act: async ({ visitor, client }) => {
      await client.says('authenticated')
      await visitor.context.route('**/api/auth/session', (route) =>
        route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"on fire"}' }),
      )
      const logged = client.page.waitForResponse('**/api/auth/_log')
      await client.page.evaluate(() => window.either.read())
      return (await logged).status()
    },
  },
  {
    what: 'signing out',
    inside: true,
    act: async ({ client }) => {
      await client.says('authenticated')
      await client.page.evaluate((to) => void window.either.signOut(to), FAQS)
      await client.page.waitForURL(`**${FAQS}`)
    },
  },
]

describe.each(steps)('$what', ({ query = '', inside = false, act }) => {
  test('ends the same with both clients', async () => {
    const [theirs, ours] = [await trace('main'), await trace('own')]
    expect(ours).toEqual(theirs)
    expect(theirs.asked.length).toBeGreaterThan(0)
  })

  async function trace(make: Make) {
    const visitor = await stage.visitor()
    const athlete = await stage.api.athlete()
    if (inside) await signIn(visitor, stage.server.url, athlete)
    const asked: string[] = []
    visitor.page.on('request', (request) => note(request, asked, athlete))
    const client = await NextAuthPage.open(visitor, stage.server.url, query, make)
    const result = await act({ visitor, client, athlete })
    const { pathname, search } = new URL(visitor.page.url())
    visitor.complaints.splice(0)
    const uaid = (await session(visitor.context, stage.server.url))['uaid']
    return { result, asked: asked.sort(), pathname, search, signedIn: uaid === athlete.uaid }
  }
})

/** Each kind of request that changes or leads somewhere, without what differs from one visit to the next. */
function note(request: Request, asked: string[], athlete: Athlete): void {
  const url = new URL(request.url())
  if (!url.pathname.startsWith('/api/auth/')) return
  // What the page asks to which it leads is not the client's.
  if (!request.isNavigationRequest() && !request.frame().url().includes(PATH)) return
  const body = (request.postData() ?? '')
    .replace(/[0-9a-f]{64}/g, 'TOKEN')
    .replaceAll(encodeURIComponent(athlete.emailAddress), 'ADDRESS')
  const isLog = url.pathname.endsWith('_log')
  const fields = isLog ? (/code=\w+/.exec(body)?.[0] ?? '') : sorted(request, body)
  const line = `${request.method()} ${url.pathname}${url.search} ${fields}`
  // Each client has its own frequency of session checks.
  if (!asked.includes(line)) asked.push(line)
}

function sorted(request: Request, body: string): string {
  const json = request.headers()['content-type']?.includes('json')
  return json
    ? body
    : [...new URLSearchParams(body)]
        .map((pair) => pair.join('='))
        .sort()
        .join('&')
}

async function enter({ client, athlete }: Scene, password: string): Promise<unknown> {
  await client.says('unauthenticated')
  return client.page.evaluate(
    ([email, secret]) =>
      window.either.signIn('credentials', { email, password: secret }, { redirect: false }),
    [athlete.emailAddress, password] as const,
  )
}

async function leave(
  { client, athlete }: Scene,
  provider: string,
  password: string,
  to: string,
): Promise<void> {
  await client.says('unauthenticated')
  await client.page.evaluate(
    ([id, email, secret, callbackUrl]) =>
      void window.either.signIn(id, { email, password: secret }, { callbackUrl }),
    [provider, athlete.emailAddress, password, FAQS] as const,
  )
  await client.page.waitForURL(to)
}

async function forge({ context }: Visitor): Promise<void> {
  await context.route('**/api/auth/csrf', (route) =>
    route.fulfill({ contentType: 'application/json', body: `{"csrfToken":"${'0'.repeat(64)}"}` }),
  )
}

test('the tabs of both clients hear each other', async () => {
  const athlete = await stage.api.athlete()
  const visitor = await stage.signedIn(athlete)
  const theirs = await NextAuthPage.open(visitor, stage.server.url)
  await theirs.says('authenticated', athlete.emailAddress)
  // The web app itself, in a tab of its own.
  const app = await visitor.tab()
  await app.goto(FAQS)
  await app.getByRole('button', { name: 'Open menu' }).waitFor()

  await visitor.context.clock.fastForward(2_000)
  await theirs.page.evaluate(() => window.nextAuth.signOut({ redirect: false }))
  await theirs.says('unauthenticated')
  await app.getByRole('link', { name: 'Login' }).first().waitFor()

  await app.goto('/en-gb/login')
  await logIn(app, athlete)
  await theirs.says('authenticated', athlete.emailAddress)
  await app.getByRole('button', { name: 'Open menu' }).click()
  await app.getByRole('button', { name: 'Log Out' }).click()
  await theirs.says('unauthenticated')
  await app.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(new URL(theirs.page.url()).pathname).toBe(PATH)
})
