import { useState } from 'react'
import { Button } from '../components/Button'
import { Notice } from '../components/feedback/Notice'

interface UpdateNoticeProps {
  onReload: () => void
  onLater: () => void
  /** Whether a reload would lose something. */
  isTyped: () => boolean
}

/** Says that there is a new version and waits. What is half filled in is lost only by a second press. */
export function UpdateNotice({ onReload, onLater, isTyped }: UpdateNoticeProps) {
  const [warned, setWarned] = useState(false)
  const [going, setGoing] = useState(false)
  const reload = () => {
    if (isTyped() && !warned) return setWarned(true)
    setGoing(true)
    onReload()
  }
  return (
    <Notice
      role="status"
      title="A new version is ready"
      actions={
        <>
          <Button variant="secondary" busy={going} onClick={reload}>
            {warned ? 'Reload anyway' : 'Reload'}
          </Button>
          <Button variant="quiet" onClick={onLater}>
            Later
          </Button>
        </>
      }
    >
      {warned && 'You have typed something here that a reload would lose. Save it first, or go ahead.'}
    </Notice>
  )
}
