import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, type Plugin } from 'vite'

/** Minifies the scripts of `public`, which Vite copies as they are. */
export function publicScripts(): Plugin {
  let folder = ''
  return {
    name: 'public-scripts',
    apply: 'build',
    configResolved(config) {
      folder = config.publicDir
    },
    // Before the worker lists the files, and before they are compressed.
    async writeBundle({ dir = '' }) {
      const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'))
      await Promise.all(
        scripts.map(async (name) => {
          const { code, errors } = await minify(name, await readFile(join(folder, name), 'utf8'))
          if (errors[0]) throw new Error(`${name}: ${errors[0].message}`)
          await writeFile(join(dir, name), code)
        }),
      )
    },
  }
}
