import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { errorSentence } from '../api/error-sentence'
import { Dialog } from '../components/dialog/Dialog'
import { ErrorState, Loading, Skeleton } from '../components/feedback/States'
import { VisuallyHidden } from '../components/layout/VisuallyHidden'
import { itemsOf, textOf } from '../features/content/content-item'
import { usePage } from '../features/content/page/use-page'
import { useModal, type Modal } from '../state/modal-store'
import { Parts } from './ContentBody'
import styles from './ModalHost.module.css'
import { PageSection } from './PageSection'
import { PartsByType } from './parts-by-type'
import { COMPONENTS } from './registry'

const CancelBooking = lazy(async () => ({
  default: (await import('../features/booking/CancelBooking')).CancelBooking,
}))

/** The site's modal: an item of the content hub, or the confirmation before a booking is cancelled. */
export function ModalHost({ modal }: { modal: Modal }) {
  const { close } = useModal()
  const router = useRouter()
  // Following a link in it closes it.
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router, close])
  if (modal.kind === 'cancel-booking')
    return (
      <Suspense>
        <CancelBooking onClose={close} />
      </Suspense>
    )
  return (
    <PartsByType value={COMPONENTS}>
      <ItemModal key={modal.id} id={modal.id} full={modal.full} onClose={close} />
    </PartsByType>
  )
}

function ItemModal({ id, full, onClose }: { id: string; full: boolean; onClose: () => void }) {
  const { page: item, failed, error, retry, retrying } = usePage(id)
  const parts = item ? itemsOf(item.elements, 'components') : []
  const words = item && (textOf(item.elements, 'headline') || textOf(item.elements, 'title') || item.name)
  let title: ReactNode = words || 'Loading'
  // A component shows its own headline.
  if (item && parts.length === 0) title = <VisuallyHidden>{words}</VisuallyHidden>
  if (failed) title = 'This did not load'
  return (
    <Dialog open onClose={onClose} title={title} size="wide" className={full ? styles.full : styles.modal}>
      {item ? (
        <Suspense fallback={<Waiting />}>
          {parts.length > 0 ? <Parts page={item} /> : <PageSection item={item} page={item} />}
        </Suspense>
      ) : failed ? (
        <ErrorState message={errorSentence(error)} onRetry={retry} retrying={retrying} />
      ) : (
        <Waiting />
      )}
    </Dialog>
  )
}

const Waiting = () => (
  <Loading label="Loading">
    <Skeleton height="12rem" />
  </Loading>
)
