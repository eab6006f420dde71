import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * The class that `.local` of a CSS module gets: `Hero.module.css` gives `Hero_local`. The server writes the same names
 * into the first HTML, so they carry no hash.
 */
export function scopedName(local: string, file: string): string {
  const name = basename(file.replace(/\?.*$/, '')).replace(/\.module\.css$/, '')
  return `${name}_${local}`
}

/** CSS modules below a folder that share their base name, and so would share their classes. */
export function collisions(folder: string): string[] {
  const seen = new Map<string, string[]>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.module.css')) continue
    seen.set(entry.name, [...(seen.get(entry.name) ?? []), join(entry.parentPath, entry.name)])
  }
  return [...seen.values()].filter((files) => files.length > 1).flat()
}
