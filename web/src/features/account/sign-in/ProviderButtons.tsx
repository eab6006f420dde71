import { useState } from 'react'
import { errorSentence } from '../../../api/errors'
import type { Provider } from '../../../auth/protocol'
import { useAuth } from '../../../auth/SessionProvider'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/Icon'
import { Notice } from '../../../components/Notice'
import { useOperation } from '../../../state/use-operation'
import { rememberProvider } from './providers'
import css from './sign-in.module.css'

interface ProviderButtonsProps {
  providers: readonly Provider[]
  /** Where to come back to. */
  callbackUrl: string
  /** What stands before the provider's name. */
  verb?: string
  /** `primary` where it is what matters most on the screen, `row` beside other things. */
  look?: 'primary' | 'plain' | 'row'
}

/** One button a provider. A press leaves the site. */
export function ProviderButtons({
  providers,
  callbackUrl,
  verb = 'Continue with',
  look = 'plain',
}: ProviderButtonsProps) {
  const [pressed, setPressed] = useState<string | null>(null)
  const { signInWith } = useAuth()
  const { status, error, run } = useOperation(async (provider: Provider) => {
    rememberProvider(provider)
    await signInWith(provider.id, {}, { callbackUrl: new URL(callbackUrl, window.location.origin).href })
  })
  // After it has succeeded the browser is on its way out.
  const busy = status === 'loading' || status === 'succeeded'
  const go = (provider: Provider) => {
    if (busy) return
    setPressed(provider.id)
    void run(provider)
  }
  if (providers.length === 0) return null
  return (
    <div className={look === 'row' ? css.providersRow : css.providers}>
      {error !== null && (
        <Notice tone="problem" role="alert">
          {errorSentence(error)}
        </Notice>
      )}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          variant={look === 'primary' ? 'primary' : 'secondary'}
          size={look === 'row' ? 'normal' : 'large'}
          wide={look !== 'row'}
          busy={busy && pressed === provider.id}
          onClick={() => go(provider)}
        >
          {verb} {provider.name}
          <Icon name="arrowRight" small />
        </Button>
      ))}
    </div>
  )
}
