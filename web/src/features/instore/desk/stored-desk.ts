import type { DeskQueue } from '@sixfold/domain'
import type { Person, TestType } from '../model'
import type { Departures } from './departures'

/** What is stored on the tablet, encrypted: no health details, no contacts. */
export interface StoredDesk {
  version: 1
  queue: DeskQueue
  /** By booking. */
  people: Readonly<Record<string, Person>>
  /** The booking on screen. */
  onScreen: string | null
  /** This tablet submits finals to be held for the reveal; absent in what an older page stored. */
  holdReveal?: boolean
  /** Athletes who have left the screen, by booking; absent in what an older page stored. */
  left?: Departures
  /** The test whose number pad is open, and the number on it; absent in what an older page stored. */
  pad?: { test: TestType; typed: string } | null
  /** The notes typed for finals that are not submitted, by booking; absent in what an older page stored. */
  notes?: Readonly<Record<string, string>>
}

const EMPTY: Required<StoredDesk> = {
  version: 1,
  queue: [],
  people: {},
  onScreen: null,
  holdReveal: false,
  left: {},
  pad: null,
  notes: {},
}

/** What was stored, if this page understands it. */
export function readDesk(kept: unknown): Required<StoredDesk> {
  const found = kept as StoredDesk | null
  return found?.version === 1 && Array.isArray(found.queue) ? { ...EMPTY, ...found } : EMPTY
}
