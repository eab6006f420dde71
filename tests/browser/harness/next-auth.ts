// Brings the page of tests/browser/next-auth to Chromium on the server's own origin, under the server's own content policy.
import { resolve } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { build } from 'vite'

import '../next-auth/client.ts'
import type { Visitor } from './browser.ts'

/** Among our own pages, so that every rule about where a sign-in may end holds for it too. */
export const PATH = '/en-gb/next-auth-client/'

/** What next-auth reads of its environment, as a browser has it behind Next.js: nothing but the mode. */
const ENVIRONMENT = {
  'process.env.NODE_ENV': '"development"',
  'process.env.NEXTAUTH_URL': 'undefined',
  'process.env.NEXTAUTH_URL_INTERNAL': 'undefined',
  'process.env.VERCEL_URL': 'undefined',
}

/** Whose client the page has: next-auth's, or the web app's own. */
export type Make = 'main' | 'own'

const bundled = new Map<Make, Promise<string>>()

/** The page's script, made once for a test file. */
function script(make: Make): Promise<string> {
  const made = bundled.get(make) ?? bundle(make)
  bundled.set(make, made)
  return made
}

async function bundle(make: Make): Promise<string> {
  const root = resolve(import.meta.dirname, '../next-auth')
  const made = await build({
    root,
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: ENVIRONMENT,
    build: {
      write: false,
      minify: false,
      lib: { entry: resolve(root, `${make}.tsx`), formats: ['es'], fileName: 'client' },
      // One file is served.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = (Array.isArray(made) ? made : [made]).flatMap((one) => ('output' in one ? one.output : []))
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (!chunk) throw new Error('the page has no script')
  return chunk.code
}

/** Serves the page to one browser. */
export async function serveNextAuth(
  context: BrowserContext,
  url: string,
  make: Make = 'main',
): Promise<void> {
  const body = await script(make)
  const own = await fetch(`${url}/en-gb/`)
  const policy = own.headers.get('content-security-policy')
  if (!policy) throw new Error('the server sends no content security policy')
  const page =
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>next-auth</title>' +
    '<link rel="icon" href="/favicon.svg">' +
    `<script type="module" src="${PATH}client.js"></script></head><body><div id="root"></div></body></html>`
  await context.route(`${url}${PATH}**`, (route) => {
    const isScript = new URL(route.request().url()).pathname.endsWith('.js')
    return route.fulfill({
      contentType: isScript ? 'text/javascript' : 'text/html; charset=utf-8',
      headers: { 'content-security-policy': policy },
      body: isScript ? body : page,
    })
  })
}

/** One tab with the page in it. */
export class NextAuthPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Opens it for a visitor, in the first tab. */
  static async open(visitor: Visitor, url: string, query = '', make: Make = 'main'): Promise<NextAuthPage> {
    await serveNextAuth(visitor.context, url, make)
    const client = new NextAuthPage(visitor.page)
    await client.goto(query)
    return client
  }

  async goto(query = ''): Promise<void> {
    await this.page.goto(`${PATH}${query}`)
  }

  /** Waits until the hook says so. */
  async says(status: 'loading' | 'authenticated' | 'unauthenticated', email?: string): Promise<void> {
    await this.page.getByLabel('Status').getByText(status, { exact: true }).waitFor()
    if (email) await this.page.getByLabel('E-mail').getByText(email, { exact: true }).waitFor()
  }

  /** Every status so far. */
  seen(): Promise<string[]> {
    return this.page.evaluate(() => window.nextAuth.seen)
  }

  /** `signIn('credentials', { redirect: false, … })`. */
  enter(emailAddress: string, password: string, extra: Record<string, string> = {}) {
    return this.page.evaluate(
      ([email, secret, more]) =>
        window.nextAuth.signIn('credentials', { redirect: false, email, password: secret, ...more }),
      [emailAddress, password, extra] as const,
    )
  }
}
