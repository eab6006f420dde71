import { useState, type ComponentType } from 'react'
import type { OwnResult } from '../../../api/types'
import { Button } from '../../../components/Button'
import { Icon } from '../../../components/graphics/Icon'
import { Notice } from '../../../components/feedback/Notice'
import type { ScoreCardDialogProps } from '../../../features/media/card/ScoreCardDialog'

type Dialog = ComponentType<ScoreCardDialogProps>

/** Opens the score card of a result. A held result has none, since that would disclose it before the reveal. */
export function ScoreCardButton({ result }: { result: OwnResult }) {
  const [open, setOpen] = useState(false)
  const [Dialog, setDialog] = useState<Dialog | null>(null)
  const [gone, setGone] = useState(false)
  if (result.held) return null
  const show = () => {
    setOpen(true)
    setGone(false)
    import('../../../features/media/card/ScoreCardDialog').then(
      (file) => setDialog(() => file.ScoreCardDialog),
      () => {
        setOpen(false)
        setGone(true)
      },
    )
  }
  return (
    <>
      <Button variant="secondary" busy={open && !Dialog} onClick={show}>
        <Icon name="download" small />
        Score card
      </Button>
      {gone && (
        <Notice tone="problem" role="alert">
          The score card did not load. Check your connection and try again.
        </Notice>
      )}
      {open && Dialog && <Dialog bookingId={result.eventBookingId} onClose={() => setOpen(false)} />}
    </>
  )
}
