import type { OwnResult } from '../../../api/types'
import { Icon } from '../../../components/graphics/Icon'
import { CardButton } from './CardButton'

const load = async () => (await import('../../../features/media/card/ScoreCardDialog')).ScoreCardDialog

/** Opens the score card of a result. A held result has none, since that would disclose it before the reveal. */
export function ScoreCardButton({ result }: { result: OwnResult }) {
  if (result.held) return null
  return (
    <CardButton name="score card" load={load} of={{ bookingId: result.eventBookingId }}>
      <Icon name="download" small />
      Score card
    </CardButton>
  )
}
