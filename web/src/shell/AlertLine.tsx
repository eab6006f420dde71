import { useEffect } from 'react'
import { Icon } from '../components/graphics/Icon'
import { classNames } from '../components/class-names'
import { Notice } from '../components/feedback/Notice'
import { useAlert } from '../state/alert-store'
import toast from '../components/feedback/toast.module.css'
import styles from './AlertLine.module.css'

const SHOWN_MS = 8000
/** Long enough to read it and to reach its link by keyboard. */
const SHOWN_WITH_ACTION_MS = 60_000

/** The one word that outlives a page change, at the foot of the window. */
export function AlertLine() {
  const { alert, dismiss } = useAlert()
  useEffect(() => {
    if (!alert || alert.tone === 'problem' || alert.stays) return
    const timer = window.setTimeout(dismiss, alert.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [alert, dismiss])
  return (
    <div className={classNames(toast.place, toast.end)} role="status" aria-live="polite">
      {alert && (
        <div className={styles.alert}>
          <Notice
            tone={alert.tone}
            actions={
              alert.action && (
                <a href={alert.action.href} onClick={dismiss}>
                  {alert.action.label}
                </a>
              )
            }
          >
            {alert.message}
          </Notice>
          <button type="button" className={styles.close} onClick={dismiss}>
            <Icon name="close" small label="Dismiss" />
          </button>
        </div>
      )}
    </div>
  )
}
