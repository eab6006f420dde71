import { useEffect, useEffectEvent, useState } from 'react'
import type { PasskeyAnswer } from './passkeys'
import { useSignIn } from './sign-in'

const load = () => import('./passkeys')

/**
 * Signing in with a passkey, where `canUsePasskeys` says yes: `press` asks for one; `atField` lets the browser offer them at
 * the name field. `problem` is the code of the last failure.
 */
export function usePasskey(target: string, { atField }: { atField: boolean }) {
  const { enter } = useSignIn()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const take = async (answer: PasskeyAnswer): Promise<boolean> => {
    setProblem(null)
    const result = await enter('passkeys/sign-in', answer, new URL(target, window.location.origin).href)
    if (result.ok) return true
    setProblem(result.error ?? String(result.status))
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
      setProblem(
        await load().then(
          ({ passkeyProblem }) => passkeyProblem(cause),
          () => 'ERR_NETWORK',
        ),
      )
    }
    setBusy(false)
  }

  const offered = useEffectEvent(take)
  useEffect(() => {
    if (!atField) return undefined
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
  }, [atField])

  return { busy, problem, press }
}
