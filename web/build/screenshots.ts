// Takes the pictures that a browser shows before it installs the app: `node web/build/screenshots.ts http://127.0.0.1:8080`, of a
// server with the demo (`cargo xtask dev -- --demo`). The pictures are committed; run it again when the pages change much.
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { launch } from './browser.ts'

const FOLDER = resolve(import.meta.dirname, '../public/screenshots')

const SCREENS = [
  { name: 'home-narrow', path: '/en-gb/', width: 540, height: 960 },
  { name: 'book-narrow', path: '/en-gb/my-account-book-test', width: 540, height: 960 },
  { name: 'board-narrow', path: '/en-gb/my-account-my-leaderboard', width: 540, height: 960 },
  { name: 'home-wide', path: '/en-gb/', width: 1280, height: 800 },
]

const url = process.argv[2] ?? 'http://127.0.0.1:8080'
const browser = await launch()
try {
  await mkdir(FOLDER, { recursive: true })
  for (const { name, path, width, height } of SCREENS) {
    const page = await browser.newPage({
      viewport: { width, height },
      reducedMotion: 'reduce',
      locale: 'en-GB',
    })
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality: 82 })
    await page.close()
  }
} finally {
  await browser.close()
}
