import { Button } from '../components/Button'
import { classNames } from '../components/class-names'
import { Notice } from '../components/feedback/Notice'
import toast from '../components/feedback/toast.module.css'
import styles from './UpdateNotice.module.css'

interface OpenNoticeProps {
  onOpen: () => void
  onClose: () => void
}

/** After a press on a notification while something is half filled in, which opening its page would lose. */
export function OpenNotice({ onOpen, onClose }: OpenNoticeProps) {
  return (
    <div className={classNames(toast.place, toast.start)}>
      <Notice
        role="status"
        className={styles.notice}
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
        You have typed something here that opening it would lose. Save it first, or go ahead.
      </Notice>
    </div>
  )
}
