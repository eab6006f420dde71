/** The way to the waiting room: the server refuses the calls of somebody who has not been let in. */
import { paths } from '../../paths'

export const WAITING_ROOM_CODE = 'WAITING_ROOM'

/** Staff are always let in. Whatever a call of theirs says, their page stays: it may hold what nobody else has. */
const KEPT = /^\/en-gb\/staff-account-/

let leaving = false

/** Goes to the waiting room, which leads back to this address. */
export function toWaitingRoom(): void {
  const { pathname, search, hash } = window.location
  if (leaving || KEPT.test(pathname)) return
  leaving = true
  // A page that the browser brings back with Back may have to go again.
  window.addEventListener('pageshow', () => (leaving = false), { once: true })
  window.location.replace(paths.waitingRoom({ to: pathname + search + hash }))
}
