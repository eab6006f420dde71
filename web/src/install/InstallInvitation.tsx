import { Button } from '../components/Button'
import { Notice } from '../components/feedback/Notice'
import { useSiteTitle } from '../components/site-title'
import { decline } from './declined'
import { install } from './prompt'

interface InstallInvitationProps {
  /** On an iPhone or iPad only its owner can install the app: the notice says how. */
  byHand: boolean
  onClose: (declined: boolean) => void
}

/** Offers the site as an app, once. */
export function InstallInvitation({ byHand, onClose }: InstallInvitationProps) {
  const site = useSiteTitle()
  const close = (declined: boolean) => {
    decline('install')
    onClose(declined)
  }
  const accept = async () => close(!(await install().catch(() => false)))
  return (
    <Notice
      title="Your ticket, one tap away"
      actions={
        <>
          {!byHand && (
            <Button variant="secondary" onClick={() => void accept()}>
              Install the app
            </Button>
          )}
          <Button variant="quiet" onClick={() => close(true)}>
            {byHand ? 'Got it' : 'No, thanks'}
          </Button>
        </>
      }
    >
      {byHand
        ? `Put ${site} on your Home Screen: tap Share, then Add to Home Screen. The app can also tell you when something changes.`
        : `Install ${site} on this device. It opens without a network too.`}
    </Notice>
  )
}
