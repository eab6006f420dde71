// Which modules share a file of the build. It follows from what imports what, so a renamed module stays where it is.
import { existsSync } from 'node:fs'
import { parse, resolve } from 'node:path'
import type { Rolldown } from 'vite'

const SOURCE = resolve(import.meta.dirname, '../src') + '/'

/** Files, or folders that end in a slash, below `src`; one that is not there ends the build. */
function idsOf(paths: readonly string[]): string[] {
  for (const path of paths)
    if (!existsSync(SOURCE + path)) throw new Error(`A chunk names src/${path}, which is not there`)
  return paths.map((path) => SOURCE + path)
}

/** Matches the files of the chunks that begin with these modules. */
export function filesOf(paths: readonly string[]): RegExp {
  const names = idsOf(paths).map((id) => parse(id).name)
  return new RegExp(`^assets/(?:${names.join('|')})-`)
}

/** The modules of `src` that these reach by imports other than `import()`. */
function reached(from: readonly string[], context: Rolldown.ChunkingContext): Set<string> {
  const found = new Set<string>()
  const open = [...from]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || !id.startsWith(SOURCE)) continue
    found.add(id)
    open.push(...(context.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

interface Contents {
  /** Files that belong to it with all that they import, but for `import()`. */
  of: readonly string[]
  /** Files of those that stay out. */
  without?: readonly string[]
  /** Folders whose CSS modules belong to it as well, whoever imports them, but for those of `withoutStyles`. */
  stylesOf?: readonly string[]
  withoutStyles?: readonly string[]
}

/** A group of `codeSplitting`. What one of a higher priority has taken is not taken again. */
export function chunk(name: string, priority: number, contents: Contents) {
  const from = idsOf(contents.of)
  const without = idsOf(contents.without ?? [])
  const stylesOf = idsOf(contents.stylesOf ?? [])
  const withoutStyles = idsOf(contents.withoutStyles ?? [])
  const isOwnStyle = (id: string) =>
    id.endsWith('.module.css') &&
    stylesOf.some((folder) => id.startsWith(folder)) &&
    !withoutStyles.some((path) => id.startsWith(path))
  let modules: Set<string> | undefined
  return {
    priority,
    name: (id: string, context: Rolldown.ChunkingContext) => {
      modules ??= reached(from, context)
      return isOwnStyle(id) || (modules.has(id) && !without.includes(id)) ? name : null
    },
  }
}
