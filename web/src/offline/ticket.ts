/**
 * The ticket on the device, for a desk without a network: encrypted under its own key. It outlives the session's 58
 * minutes, but not signing out, another person signing in, a cancelled booking or the test day.
 */
import { londonDate } from '../academy/london'
import { canSeal, makeKey, seal, type Sealed, unseal } from '../state/storage/sealed'
import { isDamaged, isThere, KEY, STORE, within } from './database'
import { dropTicket, TICKET_DATABASE, ticketDrops } from './drop-ticket'

/** What the desk needs and nothing else: no name, nothing about health. */
export interface StoredTicket {
  /** Its owner, to notice when somebody else signs in. */
  uaid: string
  /** A request for assistance is no ticket yet; absent on one that was kept before this was. */
  status?: 'booked' | 'assistance'
  code: string
  /** `YYYY-MM-DD` */
  date: string
  /** `HH:MM` */
  time: string | null
  type: 'test' | 'retest'
  place: {
    name: string | null
    address: string | null
    postcode: string | null
    phone: string | null
    email: string | null
  }
  mapUrl: string | null
}

const TICKET = 'ticket'

/** Keeps a ticket in the place of the last one; where there is no encryption nothing is kept. */
export async function storeTicket(ticket: StoredTicket): Promise<void> {
  if (!canSeal()) return
  const born = ticketDrops()
  const key = await makeKey()
  const sealed = await seal(key, JSON.stringify(ticket))
  if (born !== ticketDrops()) return
  await within(TICKET_DATABASE, async (database) => {
    const transaction = database.transaction(STORE, 'readwrite')
    await transaction.store.put(key, KEY)
    await transaction.store.put(sealed, TICKET)
    await transaction.done
  })
}

async function read(): Promise<StoredTicket | null> {
  // In one transaction, so that the key is the ticket's own while another one is being kept.
  const [key, sealed] = await within(TICKET_DATABASE, (database) => {
    const { store } = database.transaction(STORE)
    return Promise.all([
      store.get(KEY) as Promise<CryptoKey | undefined>,
      store.get(TICKET) as Promise<Sealed | undefined>,
    ])
  })
  if (!key || !sealed) return null
  return JSON.parse(await unseal(key, sealed)) as StoredTicket
}

/**
 * The ticket on this device, or null when there is none that can be read now. A database that does not answer, as on a phone
 * that has just woken, may do so at the next try, and one that is empty may be about to get its ticket: only a damaged
 * ticket is taken away.
 */
async function find(): Promise<StoredTicket | null> {
  if (!canSeal()) return null
  try {
    return (await isThere(TICKET_DATABASE)) ? await read() : null
  } catch (cause) {
    if (isDamaged(cause)) await dropTicket()
    return null
  }
}

const isPast = (ticket: StoredTicket, nowMs: number) => londonDate(nowMs) > ticket.date

/** The ticket on this device, up to the end of its day. */
export async function readTicket(nowMs: number): Promise<StoredTicket | null> {
  const ticket = await find()
  return ticket && !isPast(ticket, nowMs) ? ticket : null
}

/** Takes a ticket away whose day is over by the server's clock; a device's own may be wrong. */
export async function dropPastTicket(serverNowMs: number): Promise<void> {
  const ticket = await find()
  if (ticket && isPast(ticket, serverNowMs)) await dropTicket()
}

/** Takes the ticket away unless it is this person's. */
export async function dropTicketOfOthers(uaid: string): Promise<void> {
  const ticket = await find()
  if (ticket && ticket.uaid !== uaid) await dropTicket()
}
