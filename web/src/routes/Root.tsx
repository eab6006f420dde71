import { lazy, Suspense } from 'react'
import { AppShell } from '../shell/AppShell'
import { ErrorBoundary } from '../shell/ErrorBoundary'
import { useModal } from '../state/modal-store'

const loadEntries = async () => ({ default: (await import('../content/MenuEntries')).MenuEntries })
const MenuEntries = lazy(loadEntries)
const ModalHost = lazy(async () => ({ default: (await import('../content/ModalHost')).ModalHost }))

/** The shell around every page, with what is authored in it: the entries of its menu, and the modal. */
export function Root() {
  const modal = useModal((store) => store.modal)
  return (
    <AppShell
      loadEntries={loadEntries}
      menu={
        <ErrorBoundary fallback={null}>
          <MenuEntries />
        </ErrorBoundary>
      }
      overlay={
        modal && (
          <ErrorBoundary fallback={null}>
            <Suspense>
              <ModalHost modal={modal} />
            </Suspense>
          </ErrorBoundary>
        )
      }
    />
  )
}
