import { useState } from 'react'
import { errorSentence } from '../../../api/error-sentence'
import { NETWORK_CODE } from '../../../api/client/failure'
import { useAuth } from '../../../auth/SessionProvider'
import { useAlert } from '../../../state/alert-store'
import { useModal } from '../../../state/modal-store'
import type { ContentLink } from '../content-item'

/** The action of a link: opens a modal, signs out, or asks for confirmation and cancels a booking. */
export function useLinkAction({ action, target = '' }: ContentLink): { run: () => void; busy: boolean } {
  const { signOut } = useAuth()
  const open = useModal((modal) => modal.open)
  const show = useAlert((alert) => alert.show)
  const [busy, setBusy] = useState(false)
  const run = () => {
    if (action === 'modal' || action === 'full-modal')
      return open({ kind: 'item', id: target, full: action === 'full-modal' })
    if (action === 'cancel-booking') return open({ kind: 'cancel-booking' })
    if (action !== 'logout' || busy) return
    setBusy(true)
    signOut().catch(() => {
      setBusy(false)
      show({ tone: 'problem', message: errorSentence(NETWORK_CODE) })
    })
  }
  return { run, busy }
}
