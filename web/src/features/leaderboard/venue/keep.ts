/**
 * What the screen of a hall keeps on its device, in the clear: its settings and the public board that it showed last.
 * Nothing of a person who is signed in stands there, and signing out leaves it.
 */
const PREFIX = 'sixfold-venue-'

/** A device that keeps nothing is no reason to show nothing. */
export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    return
  }
}

export function kept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as unknown
  } catch {
    return null
  }
}

export function drop(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    return
  }
}
