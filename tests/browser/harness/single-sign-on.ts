// Going through a provider in the browser, step by step, so that a journey can step in between.
import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'

import type { Visitor } from './browser.ts'
import { IdentityProvider, type ProviderOptions } from './provider.ts'
import { freePort, type ServerOptions } from './server.ts'
import { Stage } from './stage.ts'

export const PROVIDER = 'campus'

/** A provider, and what the server that trusts it is started with. */
export async function campus(
  options: Partial<ProviderOptions> = {},
  settings: Record<string, string> = {},
): Promise<{ provider: IdentityProvider; server: ServerOptions }> {
  const port = await freePort()
  const provider = await IdentityProvider.start({ client: `http://127.0.0.1:${port}`, ...options })
  // Both sides read the same time: what the provider signs is good for minutes.
  const server = { port, clock: 'system', environment: provider.environment(settings) }
  return { provider, server }
}

/** The stage of a file whose server trusts a provider, which ends with it. */
export function stageWithProvider(options: Partial<ProviderOptions> = {}): {
  stage: Stage
  provider: () => IdentityProvider
} {
  let provider: IdentityProvider | undefined
  const stage = Stage.set(async () => {
    const started = await campus(options)
    provider = started.provider
    return started.server
  })
  afterAll(() => provider?.stop())
  return {
    stage,
    provider: () => {
      if (!provider) throw new Error('the provider is not up')
      return provider
    },
  }
}

/** Where the server sends the visitor who wants in, with the cookies that it sets on the way. */
export async function authorise(
  visitor: Visitor,
  url: string,
  fields: Record<string, string> = {},
  id = PROVIDER,
): Promise<string> {
  const csrf = await visitor.context.request.get(`${url}/api/auth/csrf`)
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const answer = await visitor.context.request.post(`${url}/api/auth/signin/${id}`, {
    form: { csrfToken, callbackUrl: '/en-gb/frequently-asked-questions', json: 'true', ...fields },
  })
  if (!answer.ok()) throw new Error(`signin/${id}: ${answer.status()} ${await answer.text()}`)
  return ((await answer.json()) as { url: string }).url
}

/** Answers the provider's question who it is, and its question whether we may know. */
export async function answerProvider(
  page: Page,
  email: string,
  answer: 'Allow' | 'Deny' = 'Allow',
): Promise<void> {
  await page.getByLabel('Campus e-mail').fill(email)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: answer }).click()
}

/** Goes as far as the callback and keeps its address, which the server has not seen yet. */
export async function halfway(
  { visitor, provider, url }: { visitor: Visitor; provider: IdentityProvider; url: string },
  email: string,
): Promise<URL> {
  const held = provider.hold()
  await visitor.page.goto(await authorise(visitor, url))
  await answerProvider(visitor.page, email)
  await visitor.page.getByRole('heading', { name: 'Held' }).waitFor()
  return held
}

/** The whole way in, ending at the callback address or on the sign-in page. */
export async function enter(visitor: Visitor, url: string, email: string): Promise<void> {
  await visitor.page.goto(await authorise(visitor, url))
  await answerProvider(visitor.page, email)
  await landed(visitor.page)
}

/** Waits until the way in has ended, and gives the error that it ended with. */
export async function landed(page: Page): Promise<string | null> {
  await page.waitForURL(/\/en-gb\/(?:frequently-asked-questions|login)/)
  return new URL(page.url()).searchParams.get('error')
}
