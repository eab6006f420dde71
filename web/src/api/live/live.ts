/**
 * Live data: the board of the running season or of a ceremony's, the reveal, and whether the settings have changed. One
 * connection per tab.
 */
import { useSyncExternalStore } from 'react'
import type { Answer } from '../contract'
import type { Leaderboard } from '../types'
import { StreamStore, type StreamState, type Watch } from './stream-store'

/** As public: the first fifteen of everybody, women and men. */
export type LiveBoards = Leaderboard & { version: number }

/**
 * The state of the ceremony; the athlete of its newest step while `reveal` is true. Contains nothing of later steps.
 */
export type Reveal = Answer<'Shown'>

export interface Live extends StreamState {
  leaderboard: LiveBoards | null
  /** When the board arrived, ms by the device. */
  boardAt: number
  reveal: Reveal | null
  config: { version: number } | null
}

const BEGINNING: Live = {
  status: 'connecting',
  since: 0,
  leaderboard: null,
  boardAt: 0,
  reveal: null,
  config: null,
}

const SOURCE = {
  address: '/api/event/livescreen/stream',
  kinds: ['leaderboard', 'reveal', 'config'],
} as const

type FrameKind = (typeof SOURCE.kinds)[number]

export class LiveStore extends StreamStore<Live, FrameKind> {
  constructor() {
    super(
      SOURCE,
      BEGINNING,
      (kind, data) =>
        ({ [kind]: data, ...(kind === 'leaderboard' && { boardAt: Date.now() }) }) as Partial<Live>,
    )
  }
}

const live = new LiveStore()

const subscribe: Record<Watch, (changed: () => void) => () => void> = {
  shown: (changed) => live.watch(changed, 'shown'),
  always: (changed) => live.watch(changed, 'always'),
}

/** The live state; re-renders with each event. */
export const useLive = (how: Watch = 'shown'): Live => useSyncExternalStore(subscribe[how], live.read)
