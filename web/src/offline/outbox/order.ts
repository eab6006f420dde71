/** Which entries have to wait for others: those of one booking keep their order, and some need the answer to an earlier one. */
import type { About, Entry } from './types.ts'

/** Entries of one booking keep their order. */
export const lineOf = ({ about, key }: Entry): string => about.bookingId || about.uaid || key

/** What each of them undoes. */
const UNDOES: Partial<Record<About['kind'], About['kind']>> = { release: 'onboard', undoDecline: 'decline' }

/**
 * Whether an entry takes for granted that an earlier one of its booking was accepted: it replaces the same test, or undoes
 * what was done. Sent behind a refused one, it would overwrite or undo what somebody else did and nobody here has seen.
 */
export function dependsOn(entry: Entry, earlier: Entry): boolean {
  if (entry.seq <= earlier.seq || lineOf(entry) !== lineOf(earlier)) return false
  const { kind, test } = entry.about
  if (kind === 'test') return earlier.about.kind === kind && earlier.about.test === test
  return earlier.about.kind === UNDOES[kind]
}
