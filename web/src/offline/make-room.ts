import { cacheName, type Store } from './rules'

/** What comes again with a network, and without which the desk still opens. */
const SPARE: readonly Store[] = ['images', 'content', 'pages']

/** Deletes what the service worker has cached beyond what the site needs to start, for what exists on this device only. */
export async function makeRoom(): Promise<void> {
  if (!('caches' in window)) return
  await Promise.all(SPARE.map((store) => caches.delete(cacheName(store))))
}
