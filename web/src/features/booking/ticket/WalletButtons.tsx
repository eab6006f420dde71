import { api } from '../../../api/client/client'
import { errorSentence } from '../../../api/error-sentence'
import type { EventConfig } from '../../../api/types'
import { Button, LinkButton } from '../../../components/Button'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useOperation } from '../../../state/use-operation'
import styles from './Ticket.module.css'

interface WalletButtonsProps {
  bookingId: string
  /** Which wallets there are; a stored configuration may not say. */
  wallets: EventConfig['wallets']
}

const saveLink = (bookingId: string) => api.get('event/ticket/google', { query: { bookingId } })

/** Puts a confirmed ticket into the wallet of a phone (RULES 4.14). */
export function WalletButtons({ bookingId, wallets }: WalletButtonsProps) {
  const google = useOperation(saveLink)
  if (!wallets?.apple && !wallets?.google) return null
  const save = async () => {
    const made = await google.run(bookingId)
    if (made.ok) window.location.assign(made.data.url)
  }
  return (
    <Stack gap={2} data-screen-only="">
      <div className={styles.wallets}>
        {wallets.apple && (
          // Phones open the file in the wallet; a link that is to be saved would go to their downloads.
          <LinkButton
            variant="secondary"
            href={`/api/event/ticket/apple?bookingId=${encodeURIComponent(bookingId)}`}
          >
            Add to Apple Wallet
          </LinkButton>
        )}
        {wallets.google && (
          <Button variant="secondary" busy={google.status === 'loading'} onClick={() => void save()}>
            Add to Google Wallet
          </Button>
        )}
      </div>
      {google.error && (
        <p role="alert" className={text.signal}>
          {errorSentence(google.error)}
        </p>
      )}
    </Stack>
  )
}
