import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import subset from 'subset-font'
import type { Plugin } from 'vite'

/** Where the cut files lie; made by the build, not kept in the repository. */
const FOLDER = 'output'
const SOURCE = '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2'
/** The characters of the source, as its own stylesheet has them. */
const RANGES =
  '0-FF 131 152-153 2BB-2BC 2C6 2DA 2DC 304 308 329 2000-206F 20AC 2122 2191 2193 2212 2215 FEFF FFFD'
/** The weights that the tokens name. */
const WEIGHTS = { min: 400, max: 900, default: 400 }
/** Nearly everything is normal or wide; only the calendar and the narrowest tables are narrow, and fetch a file of their own. */
const CUTS = {
  'archivo-wide.woff2': { wght: WEIGHTS, wdth: { min: 100, max: 125, default: 100 } },
  'archivo-narrow.woff2': { wght: WEIGHTS, wdth: 78 },
}
const PRELOADED = /archivo-wide.*\.woff2$/

/**
 * Cuts the font to the axes that the tokens use, a third smaller than it comes, and has the headline's cut fetched beside
 * the first script, not after it.
 */
export function fonts(): Plugin {
  let root = ''
  return {
    name: 'fonts',
    configResolved(config) {
      root = config.root
    },
    async buildStart() {
      const source = createRequire(resolve(root, 'package.json')).resolve(SOURCE)
      const folder = resolve(root, FOLDER)
      await mkdir(folder, { recursive: true })
      for (const [name, variationAxes] of Object.entries(CUTS)) {
        const file = resolve(folder, name)
        const made = await Promise.all([stat(file), stat(source)]).catch(() => null)
        if (made && made[0].mtimeMs > made[1].mtimeMs) continue
        const options = { targetFormat: 'woff2', variationAxes } as const
        await writeFile(file, await subset(await readFile(source), characters(), options))
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        if (!bundle) return []
        const font = Object.keys(bundle).find((name) => PRELOADED.test(name))
        if (!font) throw new Error('The font to preload is not in the build')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

function characters(): string {
  return RANGES.split(' ')
    .map((range) => range.split('-').map((code) => Number.parseInt(code, 16)))
    .map(([from = 0, to = from]) =>
      String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at)),
    )
    .join('')
}
