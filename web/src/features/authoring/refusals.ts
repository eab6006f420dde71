// Refusals of the authoring calls.
import { ApiFailure } from '../../api/client/failure'
import { detailsOf } from '../../api/refusal'
import type { Item, Problem } from './api'

/** Somebody else saved meanwhile: the item as it is now. */
export interface Changed {
  current: Item
  savedBy: string | null
}

export const changedOf = (error: unknown): Changed | null =>
  detailsOf(error, 'CONTENT_CHANGED') as Changed | null

/** Somebody has deleted it. */
export const isGone = (error: unknown) => error instanceof ApiFailure && error.status === 404

/** Not even a draft may be like this. */
export const isMalformed = (error: unknown) => detailsOf(error, 'CONTENT_MALFORMED') !== null

/** Why it cannot be published, or saved at all. */
export const problemsOf = (error: unknown): Problem[] =>
  (detailsOf(error, 'CONTENT_INVALID') ?? detailsOf(error, 'CONTENT_MALFORMED'))?.problems ?? []
