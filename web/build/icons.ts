// Draws the app's icons from the hexagon of the logo: `node web/build/icons.ts`. The pictures are committed; run it
// again when the mark changes.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { launch } from './browser.ts'

const FOLDER = resolve(import.meta.dirname, '../public/icons')
const GROUND = '#070a08'
const ACCENT = '#3dff7f'

/** The mark of `favicon.svg` on a box of 32, `scale` of the picture's edge wide; `ground` fills what is around it. */
function drawing(size: number, scale: number, ground: boolean): string {
  const box = 32 / scale
  const edge = (box - 32) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="${-edge} ${-edge} ${box} ${box}">
    ${ground ? `<rect x="${-edge}" y="${-edge}" width="${box}" height="${box}" fill="${GROUND}"/>` : ''}
    <path d="M16 1 29 8.5v15L16 31 3 23.5v-15z" fill="${GROUND}"/>
    <path d="M16 6.5 24.2 11.2v9.6L16 25.5 7.8 20.8v-9.6z" fill="none" stroke="${ACCENT}" stroke-width="3.4" stroke-linejoin="round"/>
  </svg>`
}

// A mask may take all but the middle 80 %; the ring stays well inside.
const ICONS = [
  { name: 'icon-192', size: 192, scale: 1, ground: false },
  { name: 'icon-512', size: 512, scale: 1, ground: false },
  { name: 'maskable-192', size: 192, scale: 0.86, ground: true },
  { name: 'maskable-512', size: 512, scale: 0.86, ground: true },
  { name: 'apple-touch-icon', size: 180, scale: 1.06, ground: true },
]

/** Beside a notification in a status bar: only its shape counts, not its colours. */
const BADGE = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 32 32">
    <path d="M16 3 27.3 9.5v13L16 29 4.7 22.5v-13z" fill="none" stroke="#fff" stroke-width="5" stroke-linejoin="round"/>
  </svg>`

const browser = await launch()
try {
  await mkdir(FOLDER, { recursive: true })
  for (const { name, size, scale, ground } of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing(size, scale, ground)}`)
    await writeFile(join(FOLDER, `${name}.png`), await page.screenshot({ omitBackground: true }))
    await page.close()
  }
  const page = await browser.newPage({ viewport: { width: 96, height: 96 } })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${BADGE}`)
  await writeFile(join(FOLDER, 'badge.png'), await page.screenshot({ omitBackground: true }))
} finally {
  await browser.close()
}
