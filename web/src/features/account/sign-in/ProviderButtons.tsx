import { useEffect, useState } from 'react'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useSignIn } from '../../../auth/sign-in'
import type { Provider } from '../../../auth/sign-in-calls'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import { useOperation } from '../../../state/use-operation'
import { rememberProvider } from './providers'
import css from './sign-in.module.css'

interface ProviderButtonsProps {
  providers: readonly Provider[]
  /** Where to return to. */
  callbackUrl: string
  /** The words before the provider's name. */
  verb?: string
  /** `primary` if it is the most important action on the screen, `row` beside others. */
  look?: 'primary' | 'plain' | 'row'
}

/** A button for each provider. A press leaves the site. */
export function ProviderButtons({
  providers,
  callbackUrl,
  verb = 'Continue with',
  look = 'plain',
}: ProviderButtonsProps) {
  const [pressed, setPressed] = useState<string | null>(null)
  const { signInWith } = useSignIn()
  const { status, error, run, reset } = useOperation(async (provider: Provider) => {
    rememberProvider(provider)
    await signInWith(provider.id, {}, { callbackUrl: new URL(callbackUrl, window.location.origin).href })
  })
  // Back from the provider, the browser may show the page as it was when it was left: with a button that was pressed.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [reset])
  // After success the browser is leaving the page.
  const busy = status === 'loading' || status === 'succeeded'
  const go = (provider: Provider) => {
    if (busy) return
    setPressed(provider.id)
    void run(provider)
  }
  if (providers.length === 0) return null
  return (
    <div className={look === 'row' ? css.providersRow : css.providers}>
      <ErrorNotice error={error} />
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
