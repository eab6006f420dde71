import { useQuery } from '@tanstack/react-query'
import { cardQuery, mayShare, sharingQuery } from '../../../api/cards'
import { Dialog } from '../../../components/dialog/Dialog'
import { CardPicture } from './CardPicture'
import { STORY } from './formats'
import { SavePicture } from '../links/SavePicture'
import styles from './ScoreCardDialog.module.css'

const NAME = 'Score card'

export interface ScoreCardDialogProps {
  bookingId: string
  onClose: () => void
}

/** The score card of a result as it will be downloaded, with a download button. */
export function ScoreCardDialog({ bookingId, onClose }: ScoreCardDialogProps) {
  const card = useQuery(cardQuery({ template: 'score_card', colour: 'black', bookingId }))
  const own = useQuery(sharingQuery()).data
  return (
    <Dialog open onClose={onClose} title="Your score card" className={styles.dialog}>
      <div className={styles.preview} data-testid="score-card">
        <CardPicture card={card} name={NAME} />
      </div>
      <SavePicture svg={card.data} format={STORY} name={NAME} shares={own !== undefined && mayShare(own)} />
    </Dialog>
  )
}
