import { useQuery } from '@tanstack/react-query'
import { createElement, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { configQuery } from '../api/queries'
import hidden from '../components/layout/VisuallyHidden.module.css'
import { isDeclined } from '../install/declined'
import type { InstallInvitation } from '../install/InstallInvitation'
import { canInstall, onCanInstall } from '../install/prompt'
import type { Topic } from './api'
import type { NotificationInvitation } from './NotificationInvitation'
import { ownDevice } from './own-device'
import { isApplePhone, isInstalled, supportHere } from './support'

interface InvitationProps {
  /** What it is about. */
  topic: Topic
  /** Whether the app is offered where there is nothing to say about notifications. */
  withInstall?: boolean
}

/**
 * At most one invitation, at a moment at which it helps: notifications first, else the installed app. None for what somebody
 * has already, or has put away in this browser (RULES 16.8).
 */
export function Invitation({ topic, withInstall = false }: InvitationProps) {
  const publicKey = useQuery({ ...configQuery(), select: ({ push }) => push ?? null }).data
  const installable = useSyncExternalStore(onCanInstall, canInstall)
  // Decided once: after an answer no other invitation follows on its heels.
  const [mayNotify] = useState(
    () => ownDevice() === null && !isDeclined('notifications') && supportHere() === 'possible',
  )
  const [mayInstall] = useState(() => withInstall && !isDeclined('install') && !isInstalled())
  const [closed, setClosed] = useState<'accepted' | 'declined' | null>(null)
  const byHand = isApplePhone(navigator)
  const notifies = mayNotify && typeof publicKey === 'string'
  const kind = notifies ? 'notifications' : mayInstall && (installable || byHand) ? 'install' : null
  const [Notify, setNotify] = useState<typeof NotificationInvitation | null>(null)
  const [Install, setInstall] = useState<typeof InstallInvitation | null>(null)
  useEffect(() => {
    // Without its code there is no invitation.
    const ignored = () => undefined
    if (kind === 'notifications')
      import('./NotificationInvitation').then((part) => setNotify(() => part.NotificationInvitation), ignored)
    if (kind === 'install')
      import('../install/InstallInvitation').then((part) => setInstall(() => part.InstallInvitation), ignored)
  }, [kind])
  const left = useRef<HTMLSpanElement>(null)
  // The pressed button is gone with it. An answer in the browser's own dialog may come late, when the focus is elsewhere.
  useEffect(() => {
    if (closed && document.activeElement === document.body) left.current?.focus({ preventScroll: true })
  }, [closed])
  const onClose = (declined: boolean) => setClosed(declined ? 'declined' : 'accepted')
  if (closed)
    return (
      <span ref={left} tabIndex={-1} className={hidden.hidden}>
        {closed === 'declined' && 'We won’t ask again in this browser.'}
      </span>
    )
  if (publicKey === undefined) return null
  if (kind === 'notifications' && publicKey !== null)
    return Notify && createElement(Notify, { topic, publicKey, onClose })
  return kind === 'install' && Install ? createElement(Install, { byHand, onClose }) : null
}
