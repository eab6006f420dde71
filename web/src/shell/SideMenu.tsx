import { useEffect, useRef, useState } from 'react'
import { useAuth } from '../auth/SessionProvider'
import { Button } from '../components/Button'
import { classNames } from '../components/class-names'
import { Icon } from '../components/Icon'
import { Notice } from '../components/Notice'
import { errorSentence } from '../api/errors'
import { NETWORK_CODE } from '../api/failure'
import { paths } from '../paths'
import styles from './SideMenu.module.css'
import { useMenuChoice } from './use-menu-choice'

interface SideMenuProps {
  open: boolean
  pathname: string
  onClose: () => void
}

/** The menu of people who are signed in (spec §2): a modal drawer at the window's end. */
export function SideMenu({ open, pathname, onClose }: SideMenuProps) {
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
  const choice = useMenuChoice(true)
  const bookings =
    choice === 'MY_TESTS'
      ? { href: paths.myTests(), label: 'My tests' }
      : { href: paths.bookTest(), label: 'Book a test' }
  const items = [
    { href: paths.home(), label: 'Homepage' },
    { href: paths.myAccount(), label: 'Athlete page' },
    bookings,
  ]
  const more = [
    { href: paths.myProfile(), label: 'My Profile' },
    { href: paths.faqs(), label: 'FAQs' },
    { href: paths.about(), label: 'About the Test' },
  ]
  const link = (item: { href: string; label: string }, className?: string) => (
    <li key={item.href}>
      <a
        href={item.href}
        className={className}
        onClick={onClose}
        {...(item.href === pathname ? { 'aria-current': 'page' as const } : {})}
      >
        {item.label}
      </a>
    </li>
  )
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
          <nav aria-label="Menu" className={styles.items}>
            <ul className={styles.list}>{items.map((item) => link(item, styles.item))}</ul>
            <ul className={classNames(styles.list, styles.more)}>
              {more.map((item) => link(item, styles.small))}
            </ul>
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
