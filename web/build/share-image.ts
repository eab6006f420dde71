// Draws the picture for sharing from the site's own art: `node web/build/share-image.ts`. The picture is committed; run it
// again when the art, the mark or the type changes.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { launch } from './browser.ts'

/** What networks show at most beside a link, in pixels; `server/src/site/head.rs` says the same. */
const SIZE = { width: 1200, height: 630 }

const server = await createServer({
  configFile: false,
  root: resolve(import.meta.dirname, 'share-image'),
  cacheDir: resolve(import.meta.dirname, '../node_modules/.vite-share-image'),
  plugins: [react()],
  logLevel: 'warn',
  server: { host: '127.0.0.1', port: 0, fs: { allow: [resolve(import.meta.dirname, '../..')] } },
})
await server.listen()
const browser = await launch()
try {
  const page = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce' })
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  await page.locator('#root svg').last().waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await writeFile(resolve(import.meta.dirname, '../public/share.png'), await page.screenshot())
} finally {
  await browser.close()
  await server.close()
}
