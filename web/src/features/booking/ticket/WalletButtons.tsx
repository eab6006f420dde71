import { api } from '../../../api/client/client'
import { errorSentence } from '../../../api/error-sentence'
import type { EventConfig } from '../../../api/types'
import { go } from '../../../auth/protocol'
import { Button } from '../../../components/Button'
import { Stack } from '../../../components/layout/Stack'
import text from '../../../components/text.module.css'
import { useOperation, type Operation } from '../../../state/use-operation'
import styles from './Ticket.module.css'

interface WalletButtonsProps {
  bookingId: string
  /** Which wallets there are; a stored configuration may not say. */
  wallets: EventConfig['wallets']
}

/**
 * Where Apple's pass is. A phone puts it into the wallet only by going there, where a refusal would take the place of the page, so
 * it is fetched first.
 */
async function passLink(bookingId: string): Promise<string> {
  await api.file('event/ticket/apple', 'application/vnd.apple.pkpass', { bookingId })
  return `/api/event/ticket/apple?bookingId=${encodeURIComponent(bookingId)}`
}

const saveLink = async (bookingId: string) =>
  (await api.get('event/ticket/google', { query: { bookingId } })).url

/** Puts a confirmed ticket into the wallet of a phone (RULES 4.14). */
export function WalletButtons({ bookingId, wallets }: WalletButtonsProps) {
  const apple = useOperation(passLink)
  const google = useOperation(saveLink)
  if (!wallets?.apple && !wallets?.google) return null
  const save = async (into: Operation<string, string>, other: Operation<string, string>) => {
    other.reset()
    const link = await into.run(bookingId)
    if (link.ok) go(link.data)
  }
  const error = apple.error ?? google.error
  return (
    <Stack gap={2} data-screen-only="">
      <div className={styles.wallets}>
        {wallets.apple && (
          <Button
            variant="secondary"
            busy={apple.status === 'loading'}
            onClick={() => void save(apple, google)}
          >
            Add to Apple Wallet
          </Button>
        )}
        {wallets.google && (
          <Button
            variant="secondary"
            busy={google.status === 'loading'}
            onClick={() => void save(google, apple)}
          >
            Add to Google Wallet
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className={text.signal}>
          {errorSentence(error)}
        </p>
      )}
    </Stack>
  )
}
