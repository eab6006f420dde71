// The rules (WebAssembly) come only when a screen needs them, once for the whole visit.
import { use } from 'react'

export type Rules = typeof import('@sixfold/domain')

let pending: Promise<Rules> | null = null

/** The rules of the product; a failed load is tried again by the next caller. */
export function loadRules(): Promise<Rules> {
  pending ??= import('@sixfold/domain').catch((cause: unknown) => {
    pending = null
    throw cause
  })
  return pending
}

/** The rules inside a component; suspends until they are there. Wrap it in `Suspense`. */
export const useRules = (): Rules => use(loadRules())
