import { classNames } from '../class-names'
import text from '../text.module.css'

/** Beside switches that take effect at once: whether the last choice has been saved. */
export function SavingLine({ save }: { save: { isPending: boolean; isSuccess: boolean } }) {
  return (
    <p className={classNames(text.accent, text.small)} role="status">
      {save.isPending ? 'Saving …' : save.isSuccess ? 'Saved.' : ''}
    </p>
  )
}
