import { useState } from 'react'
import type { Crew, CrewBoard } from './api'
import { changesOf, changeSentence, NO_CHANGES } from './changes'

/** What the newest board has changed, until the next one. */
export function useChanges(board: CrewBoard, me: Crew['me']) {
  const [state, setState] = useState({ board, changes: NO_CHANGES, said: '' })
  if (state.board.version === board.version && state.board.season === board.season) return state
  const next = { board, changes: changesOf(state.board, board), said: changeSentence(state.board, board, me) }
  setState(next)
  return next
}
