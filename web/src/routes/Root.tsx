import { lazy, Suspense } from 'react'
import { AppShell } from '../shell/AppShell'
import { useModal } from '../state/modal-store'

const MenuEntries = lazy(async () => ({ default: (await import('../content/MenuEntries')).MenuEntries }))
const ModalHost = lazy(async () => ({ default: (await import('../content/ModalHost')).ModalHost }))

/** The shell around every page, with what is authored in it: the entries of its menu, and the modal. */
export function Root() {
  const modal = useModal((store) => store.modal)
  return (
    <AppShell
      menu={<MenuEntries />}
      overlay={
        modal && (
          <Suspense>
            <ModalHost modal={modal} />
          </Suspense>
        )
      }
    />
  )
}
