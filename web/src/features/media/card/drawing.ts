// Reading a card's drawing. The server sends it complete: its texts are outlines, so no fonts are needed.

/** The drawing as the source of an image. */
export const sourceOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** The drawing's description for people who cannot see it; empty if there is none. */
export function wordsOf(svg: string): string {
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const title = root.getAttribute('aria-label') ?? root.querySelector(':scope > title')?.textContent
  return title?.trim() ?? ''
}
