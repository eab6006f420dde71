/** Leaves the site for the waiting room, after a refusal. */
import { ofEntry } from '../auth/mailed-secret'
import { isSomethingTyped } from '../offline/typing'
import { paths } from '../paths'
import { tellStanding } from './stay'

/** Staff are always let in. Whatever a call of theirs says, their page stays: it may hold what nobody else has. */
const KEPT = /^\/en-gb\/staff-account-/

let leaving = false

/** Goes to the waiting room, which leads back to this address; where something is typed, stays and says so. */
export function leave(): void {
  const { pathname, search, hash } = window.location
  if (leaving || KEPT.test(pathname)) return
  if (isSomethingTyped()) {
    tellStanding()
    return
  }
  leaving = true
  // A page that the browser brings back with Back may have to go again.
  window.addEventListener('pageshow', () => (leaving = false), { once: true })
  // The entry of a mailed link is replaced: what it kept goes along.
  window.location.replace(paths.waitingRoom(pathname + search + (ofEntry() || hash)))
}
