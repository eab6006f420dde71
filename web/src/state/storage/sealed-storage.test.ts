// RULES 10.7
import { afterEach, describe, expect, it, vi } from 'vitest'
import { flushSealedStorage, purgeSealedStorage, sealedStorage } from './sealed-storage'

const storage = sealedStorage<{ secret: string }>()
const value = (secret: string) => ({ state: { secret }, version: 1 })
const kept = () => Object.keys(localStorage).filter((name) => name.startsWith('sixfold.'))

afterEach(async () => {
  await purgeSealedStorage()
})

describe('state that is kept', () => {
  it('comes back, and cannot be read where it lies', async () => {
    void storage.setItem('booking', value('Saturday'))
    await flushSealedStorage()
    expect(localStorage.getItem('sixfold.booking')).not.toContain('Saturday')
    expect(await storage.getItem('booking')).toEqual(value('Saturday'))
  })

  it('keeps the last of many writes', async () => {
    for (let count = 0; count < 20; count += 1) void storage.setItem('booking', value(String(count)))
    await flushSealedStorage()
    expect(await storage.getItem('booking')).toEqual(value('19'))
  })

  it('is gone after a purge, also what was still being written', async () => {
    void storage.setItem('booking', value('first'))
    await flushSealedStorage()
    // The write is held up inside the encryption while the purge runs through.
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementation(async (...args) => {
      await held
      return encrypt(...args)
    })
    void storage.setItem('booking', value('late'))
    await Promise.resolve()
    const purged = purgeSealedStorage()
    release()
    await purged
    await flushSealedStorage()
    expect(kept()).toEqual([])
    expect(await storage.getItem('booking')).toBeNull()
  })

  it('takes writes again after a purge, under another key', async () => {
    void storage.setItem('booking', value('before'))
    await flushSealedStorage()
    const old = localStorage.getItem('sixfold.booking') ?? ''
    await purgeSealedStorage()
    void storage.setItem('booking', value('after'))
    await flushSealedStorage()
    expect(await storage.getItem('booking')).toEqual(value('after'))
    localStorage.setItem('sixfold.booking', old)
    expect(await storage.getItem('booking')).toBeNull()
  })

  it('cannot be moved under another name', async () => {
    void storage.setItem('booking', value('x'))
    await flushSealedStorage()
    localStorage.setItem('sixfold.auth', localStorage.getItem('sixfold.booking') ?? '')
    expect(await storage.getItem('auth')).toBeNull()
    expect(localStorage.getItem('sixfold.auth')).toBeNull()
  })
})
