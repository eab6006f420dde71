/**
 * Only one tab at a time sends: by the browser's locks, else by a lease in the database. Two would do no harm, since every
 * write has its idempotency key; this keeps the order and saves the network.
 */
import type { Locks } from './types.ts'
import type { Vault } from './vault.ts'

/** Longer than one batch may take, ms. */
const LEASE_MS = 60_000
const LEASE = 'send'

/** Runs `act` unless another tab sends; `mine` says between batches whether this tab still has the lock. */
export async function withSendLock(
  vault: Vault,
  locks: Locks | null,
  holder: string,
  clock: () => number,
  act: (mine: () => Promise<boolean>) => Promise<void>,
): Promise<void> {
  if (locks) {
    await locks.request(`${vault.name}-send`, { ifAvailable: true }, async (lock) => {
      if (lock) await act(() => Promise.resolve(true))
    })
    return
  }
  const mine = () => takeLease(vault, holder, clock())
  if (!(await mine())) return
  try {
    await act(mine)
  } finally {
    await dropLease(vault, holder).catch(() => undefined)
  }
}

async function takeLease(vault: Vault, holder: string, now: number): Promise<boolean> {
  const database = await vault.database()
  const transaction = database.transaction('lease', 'readwrite')
  const held = await transaction.store.get(LEASE)
  // A lease that ends later than any can was taken before the clock was set back.
  const taken = held && held.holder !== holder && held.until > now && held.until - now <= LEASE_MS
  if (!taken) await transaction.store.put({ holder, until: now + LEASE_MS }, LEASE)
  await transaction.done
  return !taken
}

async function dropLease(vault: Vault, holder: string): Promise<void> {
  const database = await vault.database()
  const transaction = database.transaction('lease', 'readwrite')
  const held = await transaction.store.get(LEASE)
  if (held?.holder === holder) await transaction.store.delete(LEASE)
  await transaction.done
}
