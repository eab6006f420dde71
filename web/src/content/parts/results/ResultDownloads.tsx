import type { OwnResult } from '../../../api/types'
import { Icon } from '../../../components/graphics/Icon'
import { CardButton } from './CardButton'
import { CertificateButton } from './CertificateButton'

const load = async () => (await import('../../../features/media/card/ScoreCardDialog')).ScoreCardDialog

/** Opens the score card of a result, and saves its certificate. A held result has neither: they would disclose it. */
export function ResultDownloads({ result }: { result: OwnResult }) {
  if (result.held) return null
  return (
    <>
      <CardButton name="score card" load={load} of={{ bookingId: result.eventBookingId }}>
        <Icon name="download" small />
        Score card
      </CardButton>
      <CertificateButton bookingId={result.eventBookingId} date={result.eventTestDate} />
    </>
  )
}
