// What the first load of the booking page and of My progress costs: JavaScript and WebAssembly as they arrive in a real
// browser, gzipped. Prints one JSON object.
import { gzipSync } from 'node:zlib'

import { launch, Visitor } from '../harness/browser.ts'
import { Server } from '../harness/server.ts'
import { DEMO, signIn } from '../harness/session.ts'

interface File {
  path: string
  kind: 'script' | 'wasm'
  gzipped: number
}

const server = await Server.start()
const browser = await launch()

/** The files that a page loads until nothing more comes. */
async function load(
  path: string,
  athlete?: string,
): Promise<{ script: number; wasm: number; files: File[] }> {
  const visitor = await Visitor.arrive(browser, server)
  if (athlete) await signIn(visitor, server.url, { emailAddress: athlete, password: DEMO })
  const files: File[] = []
  const bodies: Promise<void>[] = []
  visitor.page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const kind = pathname.endsWith('.wasm') ? 'wasm' : pathname.endsWith('.js') ? 'script' : null
    if (kind === null) return
    const add = (body: Buffer) =>
      void files.push({ path: pathname, kind, gzipped: gzipSync(body, { level: 9 }).length })
    bodies.push(response.body().then(add))
  })
  await visitor.page.goto(path)
  await visitor.page
    .getByRole(athlete ? 'figure' : 'grid')
    .first()
    .waitFor()
  await visitor.page.waitForLoadState('networkidle')
  await Promise.all(bodies)
  const sum = (kind: string) =>
    files.filter((file) => file.kind === kind).reduce((all, file) => all + file.gzipped, 0)
  return { script: sum('script'), wasm: sum('wasm'), files }
}

try {
  const booking = await load('/en-gb/my-account-book-test')
  const progress = await load('/en-gb/my-account-my-progress', 'retest@sixfold.example')
  process.stdout.write(JSON.stringify({ booking, progress }))
} finally {
  await browser.close()
  await server.stop()
}
