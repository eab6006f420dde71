import { Button } from '../components/Button'
import { Notice } from '../components/feedback/Notice'

interface OpenNoticeProps {
  onOpen: () => void
  onClose: () => void
}

/** Shown when a notification is pressed while a form here is half filled in. */
export function OpenNotice({ onOpen, onClose }: OpenNoticeProps) {
  return (
    <Notice
      role="status"
      title="Open your notification?"
      actions={
        <>
          <Button variant="secondary" onClick={onOpen}>
            Open it anyway
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Later
          </Button>
        </>
      }
    >
      Opening it would lose what you have typed here. Save it first, or go ahead.
    </Notice>
  )
}
