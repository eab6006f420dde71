/** The waiting room around an opening: who is here before it takes part in the draw for the order. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { waitingRoomQuery } from '../../../api/waiting-room'
import { toWaitingRoom } from '../../../api/client/waiting-room'
import { queryKeys } from '../../../api/queries'
import { isDrawOf, type Opening } from './opening'

/** Not everybody asks in the same instant. */
const SPREAD_MS = 2_000

/** Whether this visitor is in the draw; at the opening it goes to the waiting room if there is one. */
export function useDraw(opening: Opening, nowMs: number): boolean {
  const client = useQueryClient()
  const drawing = isDrawOf(opening, nowMs)
  const standing = useQuery({ ...waitingRoomQuery(), enabled: drawing })
  const open = Date.parse(opening.opensAt) <= nowMs
  const wasDrawn = useRef(false)
  const inDraw = drawing && standing.data?.state === 'draw'
  useEffect(() => {
    if (inDraw) wasDrawn.current = true
  }, [inDraw])
  const wasComing = useRef(false)
  useEffect(() => {
    if (!open) {
      wasComing.current = true
      return
    }
    // Somebody who comes later finds the days open.
    if (!wasComing.current) return
    wasComing.current = false
    const asks = window.setTimeout(() => {
      void client.invalidateQueries({ queryKey: queryKeys.availability })
      if (!wasDrawn.current) return
      const answer = client.fetchQuery({ ...waitingRoomQuery(), staleTime: 0 })
      void answer.then(
        ({ state }) => {
          if (state !== 'open' && state !== 'admitted') toWaitingRoom()
        },
        // The next call says whether one has to wait.
        () => undefined,
      )
    }, Math.random() * SPREAD_MS)
    return () => window.clearTimeout(asks)
  }, [open, client])
  return inDraw
}
