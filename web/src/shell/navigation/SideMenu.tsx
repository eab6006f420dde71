import { Suspense, useRef, useState, type ReactNode } from 'react'
import { ActionDialog } from '../../state/ActionDialog'
import { useAuth } from '../../auth/SessionProvider'
import { Button } from '../../components/Button'
import { useModal } from '../../components/dialog/use-modal'
import { Icon } from '../../components/graphics/Icon'
import { Notice } from '../../components/feedback/Notice'
import { errorSentence } from '../../api/error-sentence'
import { NETWORK_CODE } from '../../api/client/failure'
import { Stack } from '../../components/layout/Stack'
import { unsentHere } from '../../offline/outbox/unsent-here'
import styles from './SideMenu.module.css'

interface SideMenuProps {
  open: boolean
  onClose: () => void
  children: ReactNode
}

/** The menu of people who are signed in (RULES 13.2): a modal drawer at the window's end. */
export function SideMenu({ open, onClose, children }: SideMenuProps) {
  const box = useRef<HTMLDialogElement>(null)
  useModal(box, open)
  return (
    <dialog
      ref={box}
      className={styles.menu}
      aria-label="Menu"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {open && (
        <div className={styles.inner}>
          <button type="button" className={styles.close} onClick={onClose}>
            <Icon name="close" label="Close menu" />
          </button>
          {/* Any entry closes the menu. */}
          <Stack
            aria-label="Menu"
            as="nav"
            gap={6}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a, button')) onClose()
            }}
          >
            <Suspense>{children}</Suspense>
          </Stack>
          <LogOut />
        </div>
      )}
    </dialog>
  )
}

function LogOut() {
  const { signOut } = useAuth()
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle')
  const [unsent, setUnsent] = useState(0)
  const leave = () => {
    setStatus('loading')
    signOut().catch(() => setStatus('failed'))
  }
  /** A tablet may hold entries that the server has not: signing out warns about them. */
  const ask = async () => {
    setStatus('loading')
    const count = await unsentHere()
    if (count === 0) return leave()
    setStatus('idle')
    setUnsent(count)
  }
  return (
    <div className={styles.foot}>
      {status === 'failed' && (
        <Notice tone="problem" role="alert">
          {errorSentence(NETWORK_CODE)}
        </Notice>
      )}
      <Button variant="secondary" wide busy={status === 'loading'} onClick={() => void ask()}>
        <Icon name="logout" small />
        Log Out
      </Button>
      <ActionDialog
        open={unsent > 0}
        role="alertdialog"
        title={
          unsent === 1 ? '1 entry is not on the server yet' : `${unsent} entries are not on the server yet`
        }
        onClose={() => setUnsent(0)}
        yes="Sign out"
        no="Stay signed in"
        variant="danger"
        noVariant="secondary"
        onYes={() => {
          setUnsent(0)
          leave()
        }}
      >
        <p>
          What is unsent stays on this tablet and is sent as soon as somebody signs in here again. Nothing is
          lost.
        </p>
      </ActionDialog>
    </div>
  )
}
