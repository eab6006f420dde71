import type { ReactNode } from 'react'
import { classNames } from '../class-names'
import text from '../text.module.css'

/**
 * Where words appear later, announced politely. It has to be there before them: a screen reader says nothing of a region
 * that comes with its words. It has no box of its own, so that it takes no room while it is empty.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <div role="status" style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

/** Beside switches that take effect at once: whether the last choice has been saved. */
export function SavingLine({ save }: { save: { isPending: boolean; isSuccess: boolean } }) {
  return (
    <p className={classNames(text.accent, text.small)} role="status">
      {save.isPending ? 'Saving …' : save.isSuccess ? 'Saved.' : ''}
    </p>
  )
}
