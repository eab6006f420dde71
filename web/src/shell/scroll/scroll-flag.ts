/** The top navigation's scroll rule (RULES 13.3), as a state and a step. */
export interface ScrollState {
  direction: 'up' | 'down' | null
  /** Scrolled up far enough: the bar comes back over the page. */
  flag: boolean
  y: number
  /** Where the way up began. */
  turn: number
}

/** The flag is set after more than this many pixels up … */
const UP_PX = 25
/** … while the page is past this … */
const PAST_PX = 100
/** … and cleared under this, or on the way down. */
export const CLEAR_PX = 250

export const AT_TOP: ScrollState = { direction: null, flag: false, y: 0, turn: 0 }

export function scrolledTo(state: ScrollState, position: number): ScrollState {
  // Overscroll at the top of a phone's page is negative.
  const y = Math.max(0, position)
  if (y === state.y) return state
  const direction = y > state.y ? 'down' : 'up'
  const turn = direction === 'down' || state.direction !== 'up' ? Math.max(y, state.y) : state.turn
  const set = direction === 'up' && turn - y > UP_PX && y > PAST_PX
  const clear = direction === 'down' || y < CLEAR_PX
  return { direction, y, turn, flag: clear ? false : set || state.flag }
}
