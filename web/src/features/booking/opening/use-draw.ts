/** The draw before an opening: everybody who has the page open takes part in it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { waitingRoomQuery } from '../../../api/waiting-room'
import { toWaitingRoom } from '../../../api/client/waiting-room'
import { queryKeys } from '../../../api/queries'
import type { Opening } from '../../../academy/openings'
import { isDrawOf } from './opening'

/**
 * The draw takes the second of the opening, and it takes two more until every node knows of the others' visitors. A request
 * before that is sent to the waiting room.
 */
const DRAWN_MS = 3_000
/** Requests at the opening are spread over this time, so that not all browsers send theirs at once. */
const SPREAD_MS = 2_000

/** Whether this visitor is in the draw. At the opening it leads to the waiting room if they have to wait. */
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
    // The page was loaded after the opening: its days are up to date already.
    if (!wasComing.current) return
    wasComing.current = false
    const timer = window.setTimeout(
      () => {
        void client.invalidateQueries({ queryKey: queryKeys.availability })
        if (!wasDrawn.current) return
        const answer = client.fetchQuery({ ...waitingRoomQuery(), staleTime: 0 })
        void answer.then(
          ({ state }) => {
            if (state !== 'open' && state !== 'admitted') void toWaitingRoom()
          },
          // If they have to wait, the next call is refused with that.
          () => undefined,
        )
      },
      DRAWN_MS + Math.random() * SPREAD_MS,
    )
    return () => window.clearTimeout(timer)
  }, [open, client])
  return inDraw
}
