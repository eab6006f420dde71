import { useEffect, useState } from 'react'
import text from '../../../components/text.module.css'
import { loadRules } from '../../../rules'
import css from './email.module.css'

/** Nobody is interrupted in the middle of a word. */
const PAUSE_MS = 500

/** The address that was probably meant; null where it looks right, and while somebody types. */
function useMeant(address: string): string | null {
  const [found, setFound] = useState<{ of: string; meant: string | null }>({ of: '', meant: null })
  useEffect(() => {
    let over = false
    const timer = setTimeout(() => {
      void loadRules()
        .then(({ didYouMean }) => {
          if (!over) setFound({ of: address, meant: didYouMean(address) })
        })
        // Without the rules there is no hint; the form works all the same.
        .catch(() => undefined)
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [address])
  return found.of === address ? found.meant : null
}

/** "Did you mean zoe@gmail.com?" under an address whose domain looks like a slip. One press takes it; nothing is barred. */
export function DidYouMean({ address, onAccept }: { address: string; onAccept: (meant: string) => void }) {
  const meant = useMeant(address)
  return (
    <div role="status">
      {meant !== null && (
        <p className={text.anywhere}>
          Did you mean{' '}
          <button type="button" className={css.accept} onClick={() => onAccept(meant)}>
            {meant}
          </button>
          ?
        </p>
      )}
    </div>
  )
}
