// The built-in pages: their code comes once the content hub is away.
import type { ContentItem } from '../features/content/content-item'

let find: ((id: string) => ContentItem | null) | null = null

/** Fetches them; without a network there are none. */
export async function loadFallback(): Promise<void> {
  find ??= await import('./built-in').then(
    ({ builtInPage }) => builtInPage,
    () => null,
  )
}

/** The built-in page with this id; null for pages that are only content, and before they are here. */
export const fallbackPage = (id: string): ContentItem | null => find?.(id) ?? null
