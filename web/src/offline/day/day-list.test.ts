import { openDB } from 'idb'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dayBooking } from '../../test/day-booking'
import { DayList } from './day-list'
import type { DayBooking, DayPage, DayProtocols } from './types'

let made = 0
const lists: DayList[] = []

const protocols = { version: 1, tests: [] } as unknown as DayProtocols

function tablet(pages: (query: { contacts?: true; cursor?: string }) => DayPage) {
  made += 1
  const world = { now: Date.parse('2026-11-24T10:00:00Z'), asked: [] as object[], pages }
  const deps = {
    database: `day-test-${made}`,
    clock: () => world.now,
    fetchPage: (query: { contacts?: true; cursor?: string }) => {
      world.asked.push(query)
      const { pages: answer } = world
      return Promise.resolve().then(() => answer(query))
    },
  }
  const open = async () => {
    const list = new DayList(deps)
    lists.push(list)
    await list.open()
    return list
  }
  return { world, deps, open }
}

const page = (bookings: DayBooking[], cursor?: string, more: Partial<DayPage> = {}): DayPage => ({
  date: '2026-11-24',
  now: '2026-11-24T10:00:00Z',
  protocols,
  bookings,
  ...(cursor ? { cursor } : {}),
  ...more,
})

afterEach(() => {
  lists.splice(0).forEach((list) => list.close())
})

describe("the day's list", () => {
  it('is fetched whole, kept sealed, and there after a reload', async () => {
    const { world, deps, open } = tablet(({ cursor }) =>
      cursor ? page([dayBooking('b'), dayBooking('c')]) : page([dayBooking('a'), dayBooking('b')], 'next'),
    )
    const first = await open()
    expect(first.state()).toMatchObject({ day: null, age: null, stale: true, loading: false })
    await first.load()
    expect(world.asked).toEqual([{ contacts: true }, { contacts: true, cursor: 'next' }])
    first.close()
    const database = await openDB(deps.database)
    const kept = (await database.getAll('kept')) as { bytes: ArrayBuffer }[]
    database.close()
    expect(kept.map(({ bytes }) => new TextDecoder('latin1').decode(bytes)).join()).not.toContain('Robin')
    world.now += 20 * 60_000
    const again = await open()
    expect(again.state().day?.bookings.map(({ eventBookingId }) => eventBookingId)).toEqual(['a', 'b', 'c'])
    expect(again.state()).toMatchObject({ age: 20 * 60_000, stale: true, error: null })
  })

  it('has the protocols of all its pages', async () => {
    const earlier = (version: number) => ({
      earlierProtocols: [{ version, tests: [] } as unknown as DayProtocols],
    })
    const { open } = tablet(({ cursor }) =>
      cursor ? page([dayBooking('b')], undefined, earlier(2)) : page([dayBooking('a')], 'next', earlier(1)),
    )
    const day = await (await open()).load()
    // And those in force on the second page, which may have changed since the first.
    const inForce = day.protocols.version
    expect(day.earlierProtocols?.map(({ version }) => version)).toEqual([1, inForce, 2])
  })

  it('stays when it cannot be refetched, and says why', async () => {
    const { world, open } = tablet(() => page([dayBooking('a')]))
    const list = await open()
    await list.load()
    world.pages = () => {
      throw new TypeError('Failed to fetch')
    }
    await expect(list.load()).rejects.toThrow('Failed to fetch')
    expect(list.state().day?.bookings).toHaveLength(1)
    expect(list.state().error).toBeInstanceOf(TypeError)
  })

  it('asks for contacts again only when somebody is new', async () => {
    const known = dayBooking('a', { emergencyName: 'Sam' })
    const { world, open } = tablet(({ contacts }) =>
      page([contacts ? known : dayBooking('a', { onboarded: true })]),
    )
    const list = await open()
    await list.renew()
    await list.renew()
    expect(world.asked).toEqual([{ contacts: true }, {}])
    expect(list.state().day?.bookings[0]).toMatchObject({ emergencyName: 'Sam', onboarded: true })
    world.pages = () => page([dayBooking('a'), dayBooking('z')])
    await list.renew()
    expect(world.asked.slice(2)).toEqual([{}, { contacts: true }])
  })

  it('forgets contacts that a newer answer with contacts lacks (RULES 6.2)', async () => {
    const known = dayBooking('a', { emergencyName: 'Sam', emergencyNumber: '07700 900123' })
    const { world, open } = tablet(({ contacts }) => page([contacts ? known : dayBooking('a')]))
    const first = await open()
    await first.load()
    world.pages = () => page([dayBooking('a')])
    world.now += 14 * 60_000
    await first.renew()
    expect(first.state().day?.bookings[0]).toMatchObject({ emergencyName: 'Sam' })
    await first.load()
    expect(first.state().day?.bookings).toEqual([dayBooking('a')])
    first.close()
    expect((await open()).state().day?.bookings).toEqual([dayBooking('a')])
  })

  it('asks for contacts again every quarter of an hour, and after a reload', async () => {
    const { world, open } = tablet(({ contacts }) =>
      page([dayBooking('a', contacts && { emergencyName: `Sam at ${world.now}` })]),
    )
    const first = await open()
    await first.renew()
    world.now += 15 * 60_000
    await first.renew()
    expect(first.state().day?.bookings[0]?.emergencyName).toBe(`Sam at ${world.now}`)
    await first.renew()
    first.close()
    const again = await open()
    await again.renew()
    expect(world.asked).toEqual([{ contacts: true }, { contacts: true }, {}, { contacts: true }])
  })

  it('answers a reload after a write with a request that began after it', async () => {
    const { world, open } = tablet(() => page([dayBooking('a')]))
    const list = await open()
    await list.load()
    const renewing = list.keepFresh()
    expect(list.keepFresh()).toBe(renewing)
    // The write happens here: the request in flight has left already.
    world.pages = () => page([dayBooking('a', { onboarded: true })])
    const after = [list.renew(), list.load(), list.renew()]
    for (const day of await Promise.all(after)) expect(day.bookings[0]).toMatchObject({ onboarded: true })
    await renewing
    expect(world.asked).toEqual([{ contacts: true }, {}, { contacts: true }])
  })

  it('begins the waiting request also when the one in flight fails', async () => {
    const { world, open } = tablet(() => {
      throw new TypeError('Failed to fetch')
    })
    const list = await open()
    const failing = list.load()
    const next = list.load()
    world.pages = () => page([dayBooking('a')])
    await expect(failing).rejects.toThrow('Failed to fetch')
    expect((await next).bookings).toHaveLength(1)
  })

  it.each([
    ['on time', 0],
    ['fast by nine hours', 9],
    ['slow by nine hours', -9],
  ])('goes when the date changes at the academy, on a tablet that is %s', async (_, hours) => {
    const { world, deps, open } = tablet(() => page([dayBooking('a')]))
    world.now += hours * 3_600_000
    const list = await open()
    await list.load()
    world.now += 13.9 * 3_600_000
    await list.tick()
    expect(list.state().day).not.toBeNull()
    world.now += 0.2 * 3_600_000
    await list.tick()
    expect(list.state().day).toBeNull()
    const database = await openDB(deps.database)
    expect(await database.getAll('kept')).toEqual([])
    database.close()
  })

  it('that is over is not shown after a reload either', async () => {
    const { world, open } = tablet(() => page([dayBooking('a')]))
    const first = await open()
    await first.load()
    first.close()
    world.now += 24 * 3_600_000
    expect((await open()).state().day).toBeNull()
  })

  it('stays when the clock is set back', async () => {
    const { world, open } = tablet(() => page([dayBooking('a')]))
    const list = await open()
    await list.load()
    world.now -= 30 * 3_600_000
    await list.tick()
    expect(list.state()).toMatchObject({ age: 0, stale: false })
    expect(list.state().day?.bookings).toHaveLength(1)
  })

  it('is good for the page where nothing can be kept', async () => {
    const { open } = tablet(() => page([dayBooking('a')]))
    const list = await open()
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await list.load()
    expect(list.state().day?.bookings).toHaveLength(1)
  })

  it('does not follow a list without an end', async () => {
    const { world, open } = tablet(() => page([dayBooking('a')], 'again'))
    const list = await open()
    await list.load()
    expect(world.asked).toHaveLength(50)
  })

  it('ends at midnight between two pages', async () => {
    const { open } = tablet(({ cursor }) =>
      cursor ? page([dayBooking('z')], undefined, { date: '2026-11-25' }) : page([dayBooking('a')], 'next'),
    )
    const list = await open()
    const day = await list.load()
    expect(day.bookings.map(({ eventBookingId }) => eventBookingId)).toEqual(['a'])
  })
})
