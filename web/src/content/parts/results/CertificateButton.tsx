import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import { useSiteTitle } from '../../../components/site-title'
import { ErrorNotice } from '../../../state/ErrorNotice'
import { useOperation } from '../../../state/use-operation'

// Its code comes with the first press.
const load = async () =>
  (await import('../../../features/media/certificate/save-certificate')).saveCertificate

interface CertificateButtonProps {
  bookingId: string
  /** The day of the visit. */
  date: string
}

export function CertificateButton({ bookingId, date }: CertificateButtonProps) {
  const site = useSiteTitle()
  const saving = useOperation(async () => (await load())(site, bookingId, date))
  return (
    <>
      <Button variant="secondary" busy={saving.status === 'loading'} onClick={() => void saving.run()}>
        <Icon name="download" small />
        Certificate (PDF)
      </Button>
      <ErrorNotice error={saving.error} />
    </>
  )
}
