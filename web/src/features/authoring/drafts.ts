import { isRecord } from '../../api/json'

/** The names of the drafts within something that a preview shows, each once. */
export function draftsIn(shown: unknown): string[] {
  if (Array.isArray(shown)) return [...new Set(shown.flatMap(draftsIn))]
  if (!isRecord(shown)) return []
  const own = shown.status === 'draft' && isRecord(shown.elements) ? [String(shown.name)] : []
  return [...new Set([...own, ...Object.values(shown).flatMap(draftsIn)])]
}
