import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { profileQuery } from '../../../api/queries'
import { useSession } from '../../../auth/SessionProvider'
import { paths } from '../../../paths'
import { useAlert } from '../../../state/alert-store'
import { useAuthData } from '../../../state/auth-store'
import { neverAsked, unfinishedPage } from '../steps'
import { afterSignIn } from './callback'
import { rememberedProvider } from './providers'
import { connectSentence, isFromProvider } from './reasons'

const ATHLETE = 1

/** What the login page was called with. */
export function useLoginQuery() {
  const search: Record<string, unknown> = useLocation({ select: (location) => location.search })
  const text = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  return { error: text('error'), callbackUrl: text('callbackUrl') }
}

/**
 * Takes somebody who is signed in to where they were going; an athlete whose details are missing goes on with sign-up.
 * Gives where a provider is to send them back to. Who was signed in already and comes with a provider's error wanted to connect an account: they are
 * told, and taken back to My Profile.
 */
export function useEnter(): string {
  const { error, callbackUrl } = useLoginQuery()
  // Settled when the page opens: on the way out the address changes while this is still on screen.
  const [asked] = useState(() =>
    callbackUrl === undefined && error !== undefined && isFromProvider(error)
      ? paths.myProfile()
      : callbackUrl,
  )
  // Without a wanted page they come back to this one, which sends them where their role belongs.
  const target = asked === undefined ? paths.login() : afterSignIn(asked, window.location.origin)
  const [reason] = useState(error)
  const { data: session, status } = useSession()
  const update = useAuthData((state) => state.update)
  const queries = useQueryClient()
  const router = useRouter()
  const showAlert = useAlert((state) => state.show)
  const [signedInHere, setSignedInHere] = useState(false)
  if (status === 'unauthenticated' && !signedInHere) setSignedInHere(true)

  const tellReason = useEffectEvent(() => {
    if (signedInHere || reason === undefined || !isFromProvider(reason)) return
    showAlert({ tone: 'problem', message: connectSentence(reason, rememberedProvider()) })
  })

  useEffect(() => {
    if (!session) return undefined
    let left = false
    const { uaid, role, stamp, token = null } = session
    update({ uaid, role, stamp, token, isAuthenticated: true })
    tellReason()
    const enter = async () => {
      const profile = role === ATHLETE ? await queries.fetchQuery(profileQuery()).catch(() => null) : null
      const unfinished = profile && (unfinishedPage(profile) ?? (neverAsked(profile) ? 'register' : null))
      const page = unfinished ?? null
      const callbackUrl = asked === undefined ? undefined : target
      const open = {
        register: paths.register({ callbackUrl }),
        'account-information': paths.accountInformation(),
      }
      const home = afterSignIn(asked, window.location.origin, role)
      if (!left) await router.navigate({ href: page === null ? home : open[page], replace: true })
    }
    void enter()
    return () => {
      left = true
    }
  }, [session, asked, target, update, queries, router])
  return target
}
