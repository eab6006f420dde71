import { tabStorage } from './storage/browser-storage'
import { dropSealedWrites, flushSealedStorage, purgeSealedStorage } from './storage/sealed-storage'

// Every store puts its reset here, so that signing out needs to know none of them.
const resets = new Set<() => void>()

/** A store, or a feature's own state, that must be empty again after signing out. */
export function onReset(reset: () => void): void {
  resets.add(reset)
}

/** All state of this tab back to its beginning. What is kept belongs to all tabs and stays. */
export function resetState(): void {
  resets.forEach((reset) => reset())
  tabStorage.clear()
  dropSealedWrites()
}

/** Signing out or a cleared session: all state back to its beginning, all that was kept flushed and gone (RULES 10.7). */
export async function purgeState(): Promise<void> {
  resetState()
  await flushSealedStorage()
  await purgeSealedStorage()
}
