import { useEffect, useState } from 'react'
import text from '../components/text.module.css'
import { loadRules } from '../rules'
import css from './DidYouMean.module.css'

/** So that nobody is interrupted while typing. */
const PAUSE_MS = 500

/** The address that was probably meant; null if it looks right, and during typing. */
function useSuggestion(address: string): string | null {
  const [found, setFound] = useState<{ of: string; suggestion: string | null }>({ of: '', suggestion: null })
  useEffect(() => {
    let over = false
    const timer = setTimeout(() => {
      void loadRules()
        .then(({ didYouMean }) => {
          if (!over) setFound({ of: address, suggestion: didYouMean(address) })
        })
        // Without the rules there is no hint; the form still works.
        .catch(() => undefined)
    }, PAUSE_MS)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [address])
  return found.of === address ? found.suggestion : null
}

/**
 * "Did you mean zoe@gmail.com?" below an address whose domain looks like a typing error. One press accepts it; nothing
 * is refused.
 */
export function DidYouMean({
  address,
  onAccept,
}: {
  address: string
  onAccept: (suggestion: string) => void
}) {
  const suggestion = useSuggestion(address)
  return (
    <div role="status">
      {suggestion !== null && (
        <p className={text.anywhere}>
          Did you mean{' '}
          <button type="button" className={css.accept} onClick={() => onAccept(suggestion)}>
            {suggestion}
          </button>
          ?
        </p>
      )}
    </div>
  )
}
