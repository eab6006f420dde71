import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useAuth } from '../auth/SessionProvider'
import { Button } from '../components/Button'
import { Icon } from '../components/Icon'
import { Notice } from '../components/Notice'
import { errorSentence } from '../api/errors'
import { NETWORK_CODE } from '../api/failure'
import styles from './SideMenu.module.css'

interface SideMenuProps {
  open: boolean
  onClose: () => void
  /** Its entries. */
  children: ReactNode
}

/** The menu of people who are signed in (spec §2): a modal drawer at the window's end. */
export function SideMenu({ open, onClose, children }: SideMenuProps) {
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = box.current
    if (!dialog || !open) return
    const before = document.activeElement
    dialog.showModal()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open])
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
          {/* Whatever an entry does, the menu has served. */}
          <nav
            aria-label="Menu"
            className={styles.items}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('a, button')) onClose()
            }}
          >
            <Suspense>{children}</Suspense>
          </nav>
          <LogOut />
        </div>
      )}
    </dialog>
  )
}

function LogOut() {
  const { signOut } = useAuth()
  const [status, setStatus] = useState<'idle' | 'loading' | 'failed'>('idle')
  const leave = () => {
    setStatus('loading')
    signOut().catch(() => setStatus('failed'))
  }
  return (
    <div className={styles.foot}>
      {status === 'failed' && (
        <Notice tone="problem" role="alert">
          {errorSentence(NETWORK_CODE)}
        </Notice>
      )}
      <Button variant="secondary" wide busy={status === 'loading'} onClick={leave}>
        <Icon name="logout" small />
        Log Out
      </Button>
    </div>
  )
}
