// The words for entries of the schedule.
import { DATE_WORDS, SESSION_WORDS } from '../../academy/slot-words'
import type { Kind, SessionKind } from './api'

const isSessionKind = (word: string): word is SessionKind => word in SESSION_WORDS

/** Every kind of session, in the order in which they are offered. */
export const SESSION_KINDS: readonly SessionKind[] = Object.keys(SESSION_WORDS).filter(isSessionKind)

interface Words {
  /** As a heading or a choice. */
  label: string
  /** Inside a sentence. */
  inSentence: string
  /** What it does to the times on offer. */
  hint: string
}

export const WORDS: Readonly<Record<Kind, Words>> = { ...SESSION_WORDS, ...DATE_WORDS }

/** Which colours of `tones.css` a block, a chip or a swatch has. */
export const toneOf = (kind: SessionKind): string => SESSION_WORDS[kind].tone
