// The outline of a long text: its second-level headings and their anchors, as sent by the server.

export interface OutlineEntry {
  anchor: string
  title: string
}

/** The `h2` headings with an anchor, in order; none if the text was not rendered. */
export function outline(html: string | null): OutlineEntry[] {
  if (html === null) return []
  const parsed = new DOMParser().parseFromString(html, 'text/html')
  return [...parsed.querySelectorAll('h2[id]')].map((heading) => ({
    anchor: heading.id,
    title: heading.textContent.trim(),
  }))
}
