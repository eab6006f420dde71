import { lazy, Suspense, useState } from 'react'
import type { DidYouMean as Hint } from '../../../state/DidYouMean'
import css from './email.module.css'

// The rules take longer than this does; an address that is confirmed needs neither. When the network is lost
// meanwhile, the notice does without it.
const DidYouMean = lazy<typeof Hint>(() =>
  import('../../../state/DidYouMean').then(
    ({ DidYouMean: hint }) => ({ default: hint }),
    () => ({ default: () => <></> }),
  ),
)

// Their code comes when one is opened.
const CodeDialog = lazy(async () => ({ default: (await import('./CodeDialog')).CodeDialog }))
const ChangeEmailDialog = lazy(async () => ({
  default: (await import('./ChangeEmailDialog')).ChangeEmailDialog,
}))

/** A thin banner on an athlete's pages until they have confirmed their address. Nothing depends on it. */
export function EmailNotice({ address }: { address: string }) {
  const [open, setOpen] = useState<'code' | 'change' | null>(null)
  const [meant, setMeant] = useState('')
  const close = () => setOpen(null)
  return (
    <aside className={css.notice} aria-label="Your e-mail address">
      <div className={css.words}>
        <p>
          Is <strong>{address}</strong> right? Confirm it: your tickets go there.
        </p>
        <Suspense>
          <DidYouMean
            address={address}
            onAccept={(better) => {
              setMeant(better)
              setOpen('change')
            }}
          />
        </Suspense>
      </div>
      <div className={css.acts}>
        <button type="button" className={css.act} onClick={() => setOpen('code')}>
          Enter the code
        </button>
        <button
          type="button"
          className={css.act}
          onClick={() => {
            setMeant('')
            setOpen('change')
          }}
        >
          Change address
        </button>
      </div>
      <Suspense>
        {open === 'code' && <CodeDialog address={address} onClose={close} />}
        {open === 'change' && (
          <ChangeEmailDialog suggested={meant} onClose={close} onAsked={() => setOpen('code')} />
        )}
      </Suspense>
    </aside>
  )
}
