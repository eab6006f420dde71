/** Where the arrow keys lead in a list of times. */

/** The item that a key moves to, kept inside the list; null if the list does not use the key. */
export function moveInList(items: readonly string[], current: string, key: string): string | null {
  const at = Math.max(0, items.indexOf(current))
  const last = items.length - 1
  const to = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    PageDown: at + 4,
    PageUp: at - 4,
    Home: 0,
    End: last,
  }[key]
  return to === undefined ? null : (items[Math.min(last, Math.max(0, to))] ?? null)
}
