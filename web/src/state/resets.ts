import { purgeSealedStorage } from './sealed-storage'

// Every store puts its reset here, so that signing out needs to know none of them.
const resets = new Set<() => void>()

/** A store, or a feature's own state, that must be empty again after signing out. */
export function onReset(reset: () => void): void {
  resets.add(reset)
}

/** Signing out or a cleared session: all state back to its beginning, all that was kept gone (spec §4). */
export async function purgeState(): Promise<void> {
  resets.forEach((reset) => reset())
  sessionStorage.clear()
  await purgeSealedStorage()
}
