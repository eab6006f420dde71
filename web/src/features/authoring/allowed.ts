import type { ItemSummary } from './api'

/** Whether a reference may point to such an item; an empty list allows all. */
export const isAllowed = (item: Pick<ItemSummary, 'typeId' | 'kind'>, allow: readonly string[]): boolean =>
  allow.length === 0 || allow.includes(item.typeId) || allow.includes(`kind:${item.kind}`)
