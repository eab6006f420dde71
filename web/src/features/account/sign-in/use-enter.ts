import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { profileQuery } from '../../../api/queries'
import { useSession } from '../../../auth/SessionProvider'
import { paths } from '../../../paths'
import { readQuery } from '../../../state/address'
import { useAlert } from '../../../state/alert-store'
import { useAuthData } from '../../../state/auth-store'
import { useSignUpDraft } from '../draft'
import { neverAsked, unfinishedPage } from '../steps'
import { afterSignIn, callbackUrlIn } from './callback'
import { rememberedProvider } from './providers'
import { connectSentence, isFromProvider } from './reasons'

const ATHLETE = 1

/** What the address of the login page says. */
export function useLoginQuery() {
  const { error } = readQuery(useLocation({ select: ({ searchStr }) => searchStr }))
  return { error, callbackUrl: useLocation({ select: callbackUrlIn }) }
}

/**
 * Redirects somebody who is signed in to their destination; an athlete with missing details continues sign-up. Returns
 * where a provider should send them back to. Somebody who was signed in already and returns with a provider's error
 * wanted to link an account: they get the message on My Profile. On a page whose own button has to be pressed,
 * `when` says that it has signed somebody in.
 */
export function useEnter(when = true): string {
  const { error, callbackUrl } = useLoginQuery()
  // Decided when the page opens: while leaving, the address changes although this is still rendered.
  const [asked] = useState(() =>
    callbackUrl === undefined && error !== undefined && isFromProvider(error)
      ? paths.myProfile()
      : callbackUrl,
  )
  // Without a destination they return to this page, which redirects by role.
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
    if (!session || !when) return undefined
    let left = false
    const { uaid, role, stamp, token = null } = session
    update({ uaid, role, stamp, token, isAuthenticated: true })
    tellReason()
    const enter = async () => {
      const profile = role === ATHLETE ? await queries.fetchQuery(profileQuery()).catch(() => null) : null
      const unfinished = profile && (unfinishedPage(profile) ?? (neverAsked(profile) ? 'register' : null))
      const page = unfinished ?? null
      const callbackUrl = asked === undefined ? undefined : target
      if (page === 'account-information' && callbackUrl !== undefined)
        useSignUpDraft.getState().keep({ returnTo: callbackUrl })
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
  }, [session, when, asked, target, update, queries, router])
  return target
}
