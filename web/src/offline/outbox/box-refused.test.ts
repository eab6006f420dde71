// What the server refuses is set aside, and settled by a person.
import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { about, answered, quiet, refusal, settled, tablet, takesAll, write } from '../../test/outbox'

describe('what the server refuses', () => {
  const current = { TestType: 'Power', score: 61.2, status: 'closed', revision: 2, Attempts: [{ score: 52 }] }

  async function refused(status = 409) {
    const world = tablet()
    world.world.answer = (items) => answered(items.map(() => refusal(status, 'TEST_CLOSED', { current })))
    const box = await world.open()
    const entry = await box.add(write(1), about('a'))
    await waitFor(() => expect(box.status().refused).toBe(1))
    await quiet(box)
    world.world.answer = takesAll
    return { ...world, box, entry }
  }

  it.each([400, 404, 409, 422])('%i stays in sight with both also after a reload', async (status) => {
    const { box, entry, open, sent } = await refused(status)
    box.close()
    const again = await open()
    await quiet(again)
    expect(again.status()).toMatchObject({ waiting: 0, refused: 1 })
    expect(again.status().entries[0]).toMatchObject({
      key: entry.key,
      write: { body: { value: 1 } },
      refusal: { status, code: 'TEST_CLOSED', message: 'TEST_CLOSED.', error: { current } },
    })
    expect(sent).toHaveLength(1)
  })

  it('can be let go', async () => {
    const { box, entry, open } = await refused()
    await box.resolve(entry.key, 'drop')
    expect(box.status().entries).toEqual([])
    box.close()
    expect((await open()).status().entries).toEqual([])
  })

  it('can be sent again, or another body, at the end under a new key', async () => {
    const { box, entry, sent, world } = await refused()
    world.online = false
    await box.add(write('between'), about('b'))
    await box.resolve(entry.key, { body: { value: 2, replaces: 2 } })
    expect(box.status()).toMatchObject({ waiting: 2, refused: 0 })
    world.online = true
    await box.send()
    await settled(box)
    expect(sent.at(-1)?.map(({ body }) => body)).toEqual([{ value: 'between' }, { value: 2, replaces: 2 }])
    expect(sent.at(-1)?.map(({ key }) => key)).not.toContain(entry.key)
  })

  it('is resolved once', async () => {
    const { box, entry, sent } = await refused()
    const both = await Promise.allSettled([box.resolve(entry.key, 'again'), box.resolve(entry.key, 'again')])
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await settled(box)
    expect(sent).toHaveLength(2)
  })

  it('is the only thing that can be resolved', async () => {
    const { world, open } = tablet()
    world.online = false
    const box = await open()
    const { key } = await box.add(write(1), about('a'))
    await expect(box.resolve(key, 'drop')).rejects.toMatchObject({ code: 'ENTRY_WAITING' })
    await expect(box.resolve('nobody', 'drop')).rejects.toMatchObject({ code: 'ENTRY_UNKNOWN' })
    expect(box.status().waiting).toBe(1)
  })
})
