/** The way to the waiting room: the server refuses the calls of somebody who has not been let in (RULES 13.11). */

export const WAITING_ROOM_CODE = 'WAITING_ROOM'

/** Leads there. The site registers it, and fetches its code when somebody has to wait. */
type Leave = () => Promise<void>
let leave: Leave | null = null
export function whenMustWait(handler: Leave | null): void {
  leave = handler
}

/** Goes to the waiting room, which leads back to this address. A page on which something is typed stays. */
export const toWaitingRoom = async (): Promise<void> => leave?.()
