import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { errorSentence } from '../api/error-sentence'
import { notificationsKey, type NotifiedDevice } from './api'
import { ownDevice } from './own-device'
import { NotSubscribed, subscribeHere, unsubscribeHere } from './subscribe'
import { howToUnblock, supportHere, type Support } from './support'

const NOT_SUBSCRIBED: Record<NotSubscribed['why'], string> = {
  blocked: 'Your browser blocks notifications from this site.',
  undecided: 'Your browser asked and got no answer. Press again when you like.',
  failed: 'Your browser could not switch notifications on. Try again in a moment.',
}

/** Why this browser cannot have notifications; null where it can. */
export function obstacle(support: Support): string | null {
  switch (support) {
    case 'possible':
      return null
    case 'blocked':
      return `${NOT_SUBSCRIBED.blocked} ${howToUnblock(navigator)}`
    case 'install-first':
      return 'On an iPhone or iPad they come with the app. Tap Share, then Add to Home Screen, and open it from there.'
    case 'impossible':
      return 'This browser cannot show them. Everything still reaches you by e-mail.'
  }
}

const sentenceOf = (cause: unknown) =>
  cause instanceof NotSubscribed ? NOT_SUBSCRIBED[cause.why] : errorSentence(cause)

/** This browser as one of its owner's `devices`, switched on and off by a press. */
export function useOwnDevice(publicKey: string, devices: readonly NotifiedDevice[]) {
  const queries = useQueryClient()
  const [support, setSupport] = useState(supportHere)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const id = ownDevice()?.id ?? null
  useEffect(() => {
    // They come back from the browser's settings.
    const look = () => setSupport(supportHere())
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  const run = async (act: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setProblem(null)
    try {
      await act()
      await queries.invalidateQueries({ queryKey: notificationsKey })
      return true
    } catch (cause) {
      setProblem(sentenceOf(cause))
      return false
    } finally {
      setSupport(supportHere())
      setBusy(false)
    }
  }
  return {
    id,
    support,
    isOn: id !== null && devices.some((device) => device.id === id),
    busy,
    problem: support === 'blocked' ? null : problem,
    turnOn: () => run(() => subscribeHere(publicKey)),
    turnOff: () => run(unsubscribeHere),
  }
}
