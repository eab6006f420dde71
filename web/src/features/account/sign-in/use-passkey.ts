import { useEffect, useEffectEvent, useState } from 'react'
import { canUsePasskeys } from '../../../auth/passkey-support'
import type { PasskeyAnswer } from '../../../auth/passkeys'
import { useAuth } from '../../../auth/SessionProvider'
import { signInSentence } from './reasons'

const load = () => import('../../../auth/passkeys')

/**
 * Signing in with a passkey: `press` asks for one, and while the page is open the browser offers them at the name field.
 * Without `on`, or where there are none, it does nothing.
 */
export function usePasskey(target: string, on: boolean) {
  const { enter } = useAuth()
  const available = on && canUsePasskeys()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const take = async (answer: PasskeyAnswer): Promise<boolean> => {
    setProblem(null)
    const result = await enter('passkeys/sign-in', answer, new URL(target, window.location.origin).href)
    if (result.ok) return true
    setProblem(signInSentence(result.error ?? String(result.status)))
    if (result.error === 'PASSKEY_UNKNOWN') await (await load()).forgetPasskey(answer)
    return false
  }

  const press = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { askForPasskey } = await load()
      await take(await askForPasskey())
    } catch (cause) {
      const code = await load().then(
        ({ passkeyProblem }) => passkeyProblem(cause),
        () => 'ERR_NETWORK',
      )
      setProblem(code === null ? null : signInSentence(code))
    }
    setBusy(false)
  }

  const offered = useEffectEvent(take)
  useEffect(() => {
    if (!available) return undefined
    let stop: (() => void) | null = null
    let left = false
    void load().then(
      ({ offerPasskeys }) => {
        if (!left) stop = offerPasskeys((answer) => offered(answer))
      },
      () => undefined,
    )
    return () => {
      left = true
      stop?.()
    }
  }, [available])

  return { available, busy, problem, press }
}
