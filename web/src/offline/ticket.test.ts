import { openDB } from 'idb'
import { afterEach, expect, it, vi } from 'vitest'
import { londonDate } from '../academy/london'
import { dropTicket, TICKET_DATABASE } from './drop-ticket'
import { dropPastTicket, dropTicketOfOthers, storeTicket, readTicket, type StoredTicket } from './ticket'

const TICKET: StoredTicket = {
  uaid: '70001',
  code: 'KX42PQ',
  date: '2026-11-28',
  time: '10:15',
  type: 'retest',
  place: {
    name: 'The Academy',
    address: 'Circus Road West',
    postcode: 'SW11 8AL',
    phone: '020',
    email: 'a@b.c',
  },
  mapUrl: 'https://maps.example/academy',
}
const ON = (text: string) => Date.parse(text)

afterEach(dropTicket)

/** Everything in the database, as stored. */
async function lying(): Promise<object[]> {
  const database = await openDB(TICKET_DATABASE)
  try {
    return database.objectStoreNames.contains('kept') ? await database.getAll('kept') : []
  } finally {
    database.close()
  }
}

it('comes back as it was kept, up to the end of its day in London', async () => {
  await storeTicket(TICKET)
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toEqual(TICKET)
  expect(await readTicket(ON('2026-11-28T23:59:00Z'))).toEqual(TICKET)
})

it('is gone after the test day, for good', async () => {
  await storeTicket(TICKET)
  await dropPastTicket(ON('2026-11-28T23:59:00Z'))
  expect(await readTicket(ON('2026-11-28T12:00:00Z'))).toEqual(TICKET)
  await dropPastTicket(ON('2026-11-29T00:00:00Z'))
  expect(await readTicket(ON('2026-11-28T12:00:00Z'))).toBeNull()
  expect(await lying()).toEqual([])
})

it('is not shown after its day, and not taken away by a device whose clock is wrong', async () => {
  await storeTicket(TICKET)
  expect(await readTicket(ON('2027-06-01T12:00:00Z'))).toBeNull()
  expect(await readTicket(ON('2026-11-28T12:00:00Z'))).toEqual(TICKET)
})

it('outlives a database that does not answer, as a phone has it when it wakes', async () => {
  await storeTicket(TICKET)
  const broken = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException(
      'Connection to Indexed Database server lost. Refresh the page to try again',
      'UnknownError',
    )
  })
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toBeNull()
  await dropTicketOfOthers('70001')
  await dropPastTicket(ON('2026-11-23T09:30:00Z'))
  broken.mockRestore()
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toEqual(TICKET)
})

it('lies there sealed, under a key that cannot be taken out', async () => {
  await storeTicket(TICKET)
  const all = await lying()
  expect(all.find((value) => 'extractable' in value)).toMatchObject({ extractable: false })
  const sealed = all.find((value) => 'bytes' in value) as { bytes: ArrayBuffer }
  const text = new TextDecoder().decode(sealed.bytes)
  for (const word of [TICKET.code, TICKET.uaid, TICKET.date, 'Academy']) expect(text).not.toContain(word)
  expect(JSON.stringify({ ...localStorage })).not.toContain(TICKET.code)
})

it('gives way to a newer one', async () => {
  await storeTicket(TICKET)
  await storeTicket({ ...TICKET, code: 'NEWER1', time: '11:00' })
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toMatchObject({ code: 'NEWER1', time: '11:00' })
})

it('goes with signing out, also while it is being sealed', async () => {
  await storeTicket(TICKET)
  await dropTicket()
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toBeNull()
  const sealing = storeTicket(TICKET)
  await dropTicket()
  await sealing
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toBeNull()
})

it('stays when the device is searched for one while it is being kept', async () => {
  await Promise.all([dropTicketOfOthers('70001'), storeTicket(TICKET)])
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toEqual(TICKET)
})

it('leaves no database behind where there is none', async () => {
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toBeNull()
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(TICKET_DATABASE)
})

it('stays for its person and goes when somebody else signs in', async () => {
  await storeTicket(TICKET)
  await dropTicketOfOthers('70001')
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toEqual(TICKET)
  await dropTicketOfOthers('70002')
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toBeNull()
})

it('that was tampered with is as good as none', async () => {
  await storeTicket(TICKET)
  const database = await openDB(TICKET_DATABASE)
  const sealed = (await database.get('kept', 'ticket')) as { iv: Uint8Array; bytes: ArrayBuffer }
  const bytes = new Uint8Array(sealed.bytes.slice(0))
  bytes[3] = (bytes[3] ?? 0) ^ 1
  await database.put('kept', { ...sealed, bytes: bytes.buffer }, 'ticket')
  database.close()
  expect(await readTicket(ON('2026-11-23T09:30:00Z'))).toBeNull()
})

it('is not asked for where nothing can be encrypted', async () => {
  vi.stubGlobal('crypto', {})
  try {
    await storeTicket(TICKET)
    expect(await readTicket(0)).toBeNull()
  } finally {
    vi.unstubAllGlobals()
  }
})

it('a London day begins at midnight there', () => {
  expect(londonDate(ON('2026-07-01T22:59:00Z'))).toBe('2026-07-01')
  expect(londonDate(ON('2026-07-01T23:00:00Z'))).toBe('2026-07-02')
})
