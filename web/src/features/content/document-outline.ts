// Owns the outline of a long text: its second-level headings and their anchors.
import { slug } from './slug'

export interface OutlineEntry {
  anchor: string
  title: string
}

/** The `##` headings of a Markdown text, in order. */
export function outline(markdown: string): OutlineEntry[] {
  return [...markdown.matchAll(/^##\s+(.+?)\s*#*$/gm)].map(([, title = '']) => ({
    anchor: slug(title),
    title,
  }))
}
