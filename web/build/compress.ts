import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXTS = /\.(?:css|html|js|json|map|svg|txt|wasm|webmanifest)$/
const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a `.br` and a `.gz` beside each text of the build that gets smaller by it. The server sends those. */
export function compress(): Plugin {
  let folder = ''
  return {
    name: 'compress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    // After the worker is written, which happens at the same time.
    closeBundle: {
      sequential: true,
      async handler() {
        const all = await readdir(folder, { recursive: true, withFileTypes: true })
        // Dot folders are read by the server and sent to nobody.
        const entries = all.filter((entry) => !/[\\/]\.[^\\/]+$/.test(entry.parentPath))
        await Promise.all(
          entries
            .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
            .map((entry) => compressFile(join(entry.parentPath, entry.name))),
        )
      },
    },
  }
}

async function compressFile(path: string) {
  const plain = await readFile(path)
  const [br, gz] = await Promise.all([
    brotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    zip(plain, { level: 9 }),
  ])
  if (br.length < plain.length) await writeFile(`${path}.br`, br)
  if (gz.length < plain.length) await writeFile(`${path}.gz`, gz)
}
