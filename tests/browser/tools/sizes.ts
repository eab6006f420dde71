// What the first load of the booking page costs: JavaScript and WebAssembly as they arrive in a real browser,
// gzipped. Prints one JSON object.
import { gzipSync } from 'node:zlib'

import { launch, Visitor } from '../harness/browser.ts'
import { Server } from '../harness/server.ts'

const server = await Server.start()
const browser = await launch()
try {
  const visitor = await Visitor.arrive(browser, server)
  const files: { path: string; kind: 'script' | 'wasm'; gzipped: number }[] = []
  const bodies: Promise<void>[] = []
  visitor.page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    const kind = path.endsWith('.wasm') ? 'wasm' : path.endsWith('.js') ? 'script' : null
    if (kind === null) return
    bodies.push(
      response
        .body()
        .then((body) => void files.push({ path, kind, gzipped: gzipSync(body, { level: 9 }).length })),
    )
  })
  await visitor.page.goto('/en-gb/my-account-book-test')
  await visitor.page.getByRole('grid').first().waitFor()
  await visitor.page.waitForLoadState('networkidle')
  await Promise.all(bodies)
  const sum = (kind: string) =>
    files.filter((file) => file.kind === kind).reduce((all, file) => all + file.gzipped, 0)
  process.stdout.write(JSON.stringify({ script: sum('script'), wasm: sum('wasm'), files }))
} finally {
  await browser.close()
  await server.stop()
}
