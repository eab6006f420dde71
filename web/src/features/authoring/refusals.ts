// The details in refusals of the authoring calls.
import { ApiFailure } from '../../api/client/failure'
import type { Item, Problem, ItemReference } from './api'

const detail = (error: unknown, word: string, key: string): unknown =>
  error instanceof ApiFailure && error.errorCode === word ? error.details?.[key] : undefined

const listOf = (value: unknown): object[] =>
  Array.isArray(value)
    ? value.filter((entry): entry is object => typeof entry === 'object' && entry !== null)
    : []

/** Somebody else saved meanwhile: the item as it is now. */
export interface Changed {
  current: Item
  savedBy: string | null
}

export function changedOf(error: unknown): Changed | null {
  const current = detail(error, 'CONTENT_CHANGED', 'current')
  if (typeof current !== 'object' || current === null || !('elements' in current)) return null
  const savedBy = detail(error, 'CONTENT_CHANGED', 'savedBy')
  return { current: current as Item, savedBy: typeof savedBy === 'string' ? savedBy : null }
}

/** Somebody has deleted it. */
export const isGone = (error: unknown) => error instanceof ApiFailure && error.status === 404

/** Why it cannot be published. */
export const problemsOf = (error: unknown): Problem[] => [
  ...(listOf(detail(error, 'CONTENT_INVALID', 'problems')) as Problem[]),
  ...(listOf(detail(error, 'CONTENT_MALFORMED', 'problems')) as Problem[]),
]

/** Which items still refer to it. */
export const usersOf = (error: unknown): ItemReference[] =>
  listOf(detail(error, 'CONTENT_IN_USE', 'usedBy')) as ItemReference[]
