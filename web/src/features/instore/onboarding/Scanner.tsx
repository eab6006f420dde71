import { useRef } from 'react'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/dialog/Dialog'
import { prepareCodes, useCameraCodes, type CameraProblem } from '../../../camera/use-camera-codes'
import styles from './Scanner.module.css'

/** Loads the code of the reader. */
export const prepare = prepareCodes

const WHY: Record<CameraProblem, string> = {
  blocked: 'The camera is blocked for this site. Allow it in the browser, or type the code.',
  missing: 'This tablet has no camera that we can use. Type the code instead.',
  busy: 'Another app is using the camera. Close it and try again, or type the code.',
  failed: 'The camera did not start. Type the code instead.',
}

interface ScannerProps {
  onRead: (text: string) => void
  onClose: () => void
}

/** The camera that reads a ticket's QR code; closes itself once it has read one. */
export function Scanner({ onRead, onClose }: ScannerProps) {
  const done = useRef(false)
  const { video, problem } = useCameraCodes('environment', (text) => {
    if (done.current) return
    done.current = true
    onRead(text)
  })
  return (
    <Dialog
      open
      title="Scan the ticket"
      onClose={onClose}
      actions={
        <Button variant="secondary" size="large" wide onClick={onClose}>
          Type the code instead
        </Button>
      }
    >
      {problem ? (
        <p role="alert">{WHY[problem]}</p>
      ) : (
        <div className={styles.frame}>
          <video ref={video} className={styles.video} muted playsInline aria-label="Camera" />
          <span className={styles.finder} aria-hidden="true" />
        </div>
      )}
    </Dialog>
  )
}
