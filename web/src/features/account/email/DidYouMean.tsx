import { useEffect, useState } from 'react'
import text from '../../../components/text.module.css'
import { loadRules } from '../../../rules'
import css from './email.module.css'

/** So that nobody is interrupted while typing. */
const PAUSE_MS = 500

/** The address that was probably meant; null if it looks right, and during typing. */
function useMeant(address: string): string | null {
  const [found, setFound] = useState<{ of: string; meant: string | null }>({ of: '', meant: null })
  useEffect(() => {
    let over = false
    const timer = setTimeout(() => {
      void loadRules()
        .then(({ didYouMean }) => {
          if (!over) setFound({ of: address, meant: didYouMean(address) })
        })
        // Without the rules there is no hint; the form still works.
        .catch(() => undefined)
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [address])
  return found.of === address ? found.meant : null
}

/**
 * "Did you mean zoe@gmail.com?" below an address whose domain looks like a typing error. One press accepts it; nothing
 * is refused.
 */
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
