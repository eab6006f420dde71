import { resolve } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { collisions, scopedName } from './scoped-names.ts'

/** What the server reads beside the built page; dot folders are not served. */
const FILE = '.vite/first-html.json'

interface Drawings {
  drawings: () => Record<string, string>
}

/**
 * Writes what the server needs to make a page's first HTML: which chunk holds which source file, which styles and chunks
 * go with it, and the drawings as markup.
 */
export function firstHtml(): Plugin {
  let root = ''
  return {
    name: 'first-html',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root
    },
    buildStart() {
      const same = collisions(resolve(root, 'src'))
      if (same.length > 0) throw new Error(`CSS modules of one name: ${same.join(', ')}`)
    },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const source = resolve(root, 'src') + '/'
        const chunks = Object.values(bundle)
          .filter((part) => part.type === 'chunk')
          .map((chunk) => ({
            file: chunk.fileName,
            imports: chunk.imports,
            css: [...(chunk.viteMetadata?.importedCss ?? [])],
            modules: chunk.moduleIds
              .filter((id) => id.startsWith(source))
              .map((id) => id.slice(source.length)),
          }))
        const content = { chunks, drawings: await draw(root) }
        this.emitFile({ type: 'asset', fileName: FILE, source: JSON.stringify(content) })
      },
    },
  }
}

/** Runs the drawings in this process, with the classes of the build. */
async function draw(root: string): Promise<Record<string, string>> {
  const server = await createServer({
    configFile: false,
    root,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
    css: { modules: { generateScopedName: scopedName } },
  })
  try {
    const module = (await server.ssrLoadModule('/build/drawings.tsx')) as Drawings
    return module.drawings()
  } finally {
    await server.close()
  }
}
