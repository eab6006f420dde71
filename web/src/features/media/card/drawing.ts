// Owns how a card's drawing is read. It comes whole from the server: its words are outlines, so that it needs no type.

/** The drawing as the source of an image. */
export const sourceOf = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`

/** What the drawing says, for those who cannot see it; empty where it does not tell. */
export function wordsOf(svg: string): string {
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  const told = root.getAttribute('aria-label') ?? root.querySelector(':scope > title')?.textContent
  return told?.trim() ?? ''
}
